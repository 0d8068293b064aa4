/** A test double of an object or a function's argument that has only the given members, each of its declared type. */
export function partial<T extends object>(given: Partial<NoInfer<T>>): T {
  return given as T;
}

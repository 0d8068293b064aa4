/** Tells a developer of a part used wrongly: thrown in development, logged in production, where the part then copes. */
export function reportMisuse(message: string): void {
  if (import.meta.env.DEV) throw new TypeError(message);
  console.error(message);
}

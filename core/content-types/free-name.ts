/**
 * Creates a function that finds a name that is not taken: the base itself, or with the first free number from 2. It remembers the
 * numbers that it found: of names that stay taken, finding one for each of many equal ones costs no search.
 * @param write the base with a number
 */
export function createFreeNames(
  isTaken: (name: string) => boolean,
  write: (base: string, number: number) => string,
): (base: string) => string {
  const reached = new Map<string, number>();
  return (base) => {
    if (!isTaken(base)) return base;
    // Different bases can become one when they are cut to have room for the number.
    const group = write(base, 0);
    let number = reached.get(group) ?? 2;
    while (isTaken(write(base, number))) number++;
    reached.set(group, number);
    return write(base, number);
  };
}

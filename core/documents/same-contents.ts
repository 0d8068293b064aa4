/** Deep equality of JSON values. An `undefined` member equals a missing one. */
export function sameContents(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((entry, index) => sameContents(entry, b[index]));
  }
  const left = a as { [name: string]: unknown };
  const right = b as { [name: string]: unknown };
  for (const name in left) if (!sameContents(left[name], right[name])) return false;
  for (const name in right) if (right[name] !== undefined && left[name] === undefined) return false;
  return true;
}

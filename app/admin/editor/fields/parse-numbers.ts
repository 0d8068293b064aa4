/** Parses numbers separated by commas, semicolons or spaces; `undefined` if there is anything else. */
export function parseNumbers(text: string): number[] | undefined {
  const numbers = text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

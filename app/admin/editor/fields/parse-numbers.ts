/** Numbers with commas, semicolons or spaces in between; `undefined` where something else is among them. */
export function parseNumbers(text: string): number[] | undefined {
  const numbers = text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

/** Number of digits of a code. */
export const CODE_LENGTH = 6;

/** Extracts the digits of a typed or pasted code: `Your code: 123 456` → `123456`. At most six. */
export function readCode(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '').slice(0, CODE_LENGTH);
}

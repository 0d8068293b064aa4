/** How many digits a code of the product has. */
export const CODE_LENGTH = 6;

/** The digits of a code as people type and paste it: `Your code: 123 456` → `123456`. At most six. */
export function readCode(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '').slice(0, CODE_LENGTH);
}

/** White space, controls, and what Unicode calls ignorable where it stands alone; U+2800 is the empty pattern of Braille. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether nothing of a text is to be seen: it is empty, or has only spaces and characters without a form. */
export function isInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** What readers see of a value: a text without the space around it, or nothing, also where it is no text. */
export function visibleText(value: unknown): string {
  return typeof value === 'string' && !isInvisible(value) ? value.trim() : '';
}

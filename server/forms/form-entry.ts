/** A raw form field. `undefined` stands for a text that is not UTF-8, or longer than any. */
export type FormEntry = [name: string | undefined, value: string | File | undefined];

/** `broken`: not a valid form. `too-many`: more fields than the limit; nothing was parsed. */
export type FormParsing = FormEntry[] | 'broken' | 'too-many';

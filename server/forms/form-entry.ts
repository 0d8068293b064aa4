/** A field as it came. `undefined` stands for a text that is not UTF-8. */
export type FormEntry = [name: string | undefined, value: string | File | undefined];

/** `broken`: no form can be read. `too-many`: it has more fields than asked for; none of them was parsed. */
export type FormParsing = FormEntry[] | 'broken' | 'too-many';

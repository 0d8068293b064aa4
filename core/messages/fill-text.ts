/** Control characters, line ends and the marks that turn the direction of text: none belongs into a line of a message. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A value as it may stand within one line. */
export function oneLine(value: string): string {
  return value.replace(UNPRINTABLE, ' ').trim();
}

/**
 * A text with its `{names}` replaced, in one pass: what a value contains is never taken for a name.
 * @throws RangeError for a name without a value: the texts and the program do not belong together.
 */
export function fillText(text: string, values: { [name: string]: string | number }): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new RangeError(`"${text}" asks for {${name}}, which this message does not have`);
    return oneLine(String(value));
  });
}

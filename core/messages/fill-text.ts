/** Control characters, line breaks and bidirectional controls, which must not occur in a line of a message. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Removes characters that must not occur within a line. */
export function oneLine(value: string): string {
  return value.replace(UNPRINTABLE, ' ').trim();
}

/**
 * Replaces `{names}` in a text, in one pass: names within values are not replaced.
 * @throws RangeError for a name without a value: the texts do not match the program.
 */
export function fillText(text: string, values: { [name: string]: string | number }): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new RangeError(`"${text}" asks for {${name}}, which this message does not have`);
    return oneLine(String(value));
  });
}

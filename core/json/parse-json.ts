/** Maximum nesting of JSON from outside. Source: above `MAX_OPAQUE_DEPTH`, with what requests put around it. */
export const MAX_JSON_DEPTH = 128;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/**
 * Parses JSON from outside. Its nesting is counted before: `JSON.parse` of Node 26 ends the process when it fails again and again on
 * texts that are nested some 10,000 levels deep, and what walks such a value overflows the stack.
 * @throws {SyntaxError}
 */
export function parseJson(text: string): unknown {
  requireShallow(text);
  return JSON.parse(text);
}

/** For libraries that parse JSON themselves. @throws {SyntaxError} for a text that is nested too deep */
export function requireShallow(text: string): void {
  if (isTooDeep(text)) throw new SyntaxError(`nested more than ${MAX_JSON_DEPTH} deep`);
}

function isTooDeep(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    // Brackets and braces differ from each other in one bit: [ ] are 5b 5d, { } are 7b 7d.
    else if ((code | 0x20) === 0x7b) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if ((code | 0x20) === 0x7d) depth--;
  }
  return false;
}

/** The index of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let from = end;
    while (text.charCodeAt(from - 1) === BACKSLASH) from--;
    if ((end - from) % 2 === 0) return end;
  }
  return text.length;
}

/** Makes a JSON value and everything in it immutable, so that it can be shared. @returns the value itself */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}

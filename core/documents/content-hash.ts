/** Seeds of the two hashes of a value. */
const [FIRST, SECOND] = [0x5eed, 0xb10c];

/**
 * A hash of a JSON value: 22 characters of 0–9 and a–z, independent of the order of object members. It detects changes and is
 * not cryptographic. Two runs of cyrb53 (bryc, public domain) with different seeds, side by side: 106 bits.
 */
export function contentHash(value: unknown): string {
  const text = canonicalJson(value);
  let a = 0xdeadbeef ^ FIRST;
  let b = 0x41c6ce57 ^ FIRST;
  let c = 0xdeadbeef ^ SECOND;
  let d = 0x41c6ce57 ^ SECOND;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
    c = Math.imul(c ^ unit, 2654435761);
    d = Math.imul(d ^ unit, 1597334677);
  }
  return finish(a, b).toString(36).padStart(11, '0') + finish(c, d).toString(36).padStart(11, '0');
}

/** A shorter hash of a text, of 53 bits: up to 11 characters of 0–9 and a–z. */
export function textHash(text: string): string {
  let a = 0xdeadbeef ^ FIRST;
  let b = 0x41c6ce57 ^ FIRST;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  return finish(a, b).toString(36);
}

/** JSON with sorted object members; `undefined` members are left out. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) {
    let entries = '';
    for (const entry of value) entries += `${entries && ','}${canonicalJson(entry)}`;
    return `[${entries}]`;
  }
  const object = value as { [name: string]: unknown };
  let members = '';
  for (const name of Object.keys(object).sort()) {
    if (object[name] === undefined) continue;
    members += `${members && ','}${JSON.stringify(name)}:${canonicalJson(object[name])}`;
  }
  return `{${members}}`;
}

/** The 53 bits of cyrb53, from its two halves after the last character. */
function finish(a: number, b: number): number {
  const left = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  const right = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(left ^ (left >>> 13), 3266489909);
  return 4294967296 * (2097151 & right) + (left >>> 0);
}

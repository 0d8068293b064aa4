/**
 * A hash of a JSON value: 22 characters of 0–9 and a–z, independent of the order of object members. It detects changes and is
 * not cryptographic. Two runs of cyrb53 (bryc, public domain) with different seeds: 106 bits.
 */
export function contentHash(value: unknown): string {
  const text = canonicalJson(value);
  return cyrb53(text, 0x5eed).toString(36).padStart(11, '0') + cyrb53(text, 0xb10c).toString(36).padStart(11, '0');
}

/** A shorter hash of a text, of 53 bits: up to 11 characters of 0–9 and a–z. */
export function textHash(text: string): string {
  return cyrb53(text, 0x5eed).toString(36);
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

function cyrb53(text: string, seed: number): number {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

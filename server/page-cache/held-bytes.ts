import { variantsSize } from '../http/create-variants.ts';
import type { Representation, Variants } from '../http/representation.ts';

/** Estimated memory of a map or array entry with its objects, rounded up. */
export const ENTRY_BYTES = 100;

/** Maximum memory of a text in bytes. */
export function textBytes(text: string): number {
  return 2 * text.length;
}

/** Approximate memory of a JSON value in bytes. */
export function valueBytes(value: unknown): number {
  if (typeof value === 'string') return textBytes(value);
  if (typeof value !== 'object' || value === null) return 8;
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + 16 + valueBytes(member), 48);
}

/** Memory in bytes of a resource's variants: bodies and headers. */
export function variantsBytes(variants: Variants): number {
  const { identity, gzip, br } = variants;
  // Most header values are shared by the encodings.
  const texts = identity.notModifiedHeaders.reduce((sum, text) => sum + textBytes(text), 0);
  const lists = [identity, gzip, br].reduce((sum, each) => sum + (each ? listsBytes(each) : 0), 0);
  return variantsSize(variants) + texts + lists;
}

/** The headers have three pairs more than those of a 304. They are not read here, since that would make the body. */
function listsBytes({ notModifiedHeaders, tagStart }: Representation): number {
  return 8 * (2 * notModifiedHeaders.length + 6) + 3 * textBytes(tagStart) + 2 * ENTRY_BYTES;
}

import { variantsSize } from '../http/create-variants.ts';
import type { Representation, Variants } from '../http/representation.ts';

/** Bytes that an entry of a map or an array takes, with the objects that belong to it. An estimate, on the safe side. */
export const ENTRY_BYTES = 100;

/** Bytes that a text takes, at most. */
export function textBytes(text: string): number {
  return 2 * text.length;
}

/** Bytes of memory that the variants of a resource take: their bodies, and the headers that are sent with them. */
export function variantsBytes(variants: Variants): number {
  const { identity, gzip, br } = variants;
  // Most texts of the headers are the same in each encoding, and held once.
  const texts = identity.headers.reduce((sum, text) => sum + textBytes(text), 0);
  const lists = [identity, gzip, br].reduce((sum, each) => sum + (each ? listsBytes(each) : 0), 0);
  return variantsSize(variants) + texts + lists;
}

function listsBytes({ headers, notModifiedHeaders, tagStart }: Representation): number {
  return 8 * (headers.length + notModifiedHeaders.length) + 3 * textBytes(tagStart) + ENTRY_BYTES;
}

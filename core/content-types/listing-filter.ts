/** A filter of a listing: a field, or `tag`, and a value. */
export interface ListingFilter {
  name: string;
  value: string;
}

/** A filter as it is stored: a name that a member of a document can have. Other characters are code points in hexadecimal. */
export function facetOf({ name, value }: ListingFilter): string {
  return `${name}_${value.replace(/[^A-Za-z0-9-]/gu, (letter) => `_${letter.codePointAt(0)?.toString(16)}_`)}`;
}

export function filterOf(facet: string): ListingFilter {
  const at = facet.indexOf('_');
  const value = facet
    .slice(at + 1)
    .replace(/_([0-9a-f]+)_/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
  return { name: facet.slice(0, at), value };
}

/** Whether a facet is that of a tag, which is counted apart. */
export function isTagFacet(facet: string): boolean {
  return facet.startsWith('tag_');
}

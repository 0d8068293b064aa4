import type { JsonLdNode } from './json-ld.ts';

const UNSAFE = /[<>&\u2028\u2029]/g;

/** The nodes as one JSON-LD document that is safe as the text of a `<script>`: nothing in it can end the element. */
export function serializeJsonLd(nodes: JsonLdNode[]): string {
  const document = { '@context': 'https://schema.org', '@graph': nodes };
  return JSON.stringify(document).replace(UNSAFE, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

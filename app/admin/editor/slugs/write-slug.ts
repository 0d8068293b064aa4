import type { Text } from 'yjs';

/** Writes a slug in the place of another. */
export function writeSlug(text: Text, slug: string): void {
  text.doc?.transact(() => {
    text.delete(0, text.length);
    text.insert(0, slug);
  });
}

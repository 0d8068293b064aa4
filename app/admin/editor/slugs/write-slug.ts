import type { Text } from 'yjs';

/** Replaces a slug. */
export function writeSlug(text: Text, slug: string): void {
  text.doc?.transact(() => {
    text.delete(0, text.length);
    text.insert(0, slug);
  });
}

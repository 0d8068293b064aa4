import * as Y from 'yjs';
import { eventually } from '../eventually.ts';
import type { Random } from '../random.ts';
import type { DraftClient } from './draft-client.ts';

/** The characters of the only block of a body, behind its marker. */
export function onlyText(doc: Y.Doc) {
  const text = doc.getText('body:text');
  return {
    length: text.length - 1,
    insert: (index: number, characters: string) => text.insert(index + 1, characters),
    delete: (index: number, length: number) => text.delete(index + 1, length),
    toString: () => text.toString(),
  };
}

/** People who type at random into a body of one paragraph, and what they were told is saved. */
export function createTypists(clients: readonly DraftClient[], random: Random, initial: string) {
  /** Every character is unique, so that a lost one cannot be masked by another. */
  let next = 0x4e00;
  const present = new Set(initial);
  const saved = new Map<DraftClient, Uint8Array>();
  for (const client of clients) {
    client.onSaved(() => saved.set(client, Y.encodeStateAsUpdate(client.doc)));
  }
  return {
    /** The characters that were typed and not deleted. */
    present,
    /** What each client was last told is durable. */
    saved,
    edit({ doc }: DraftClient): void {
      const text = onlyText(doc);
      const at = random(text.length + 1);
      const range = text.toString().slice(at, at + random(3));
      doc.transact(() => {
        const characters = Array.from({ length: 1 + random(3) }, () => String.fromCodePoint(next++));
        if (range.length > 0 && random(100) < 40) {
          text.delete(at, range.length);
          for (const character of range) present.delete(character);
        }
        text.insert(at, characters.join(''));
        for (const character of characters) present.add(character);
      });
    },
    allSaved: () =>
      eventually(() => {
        if (!clients.every((client) => client.isSaved())) throw new Error('Not all is saved');
      }),
  };
}

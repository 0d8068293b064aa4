import { openStore } from './store-reader.ts';

/** Everything that is kept but for the English text: what a translator into English has no part in. */
export async function everythingElse(dataDir: string): Promise<{ [path: string]: unknown }> {
  const store = openStore(dataDir);
  // What anybody does is put on record; cards show when an item was last changed.
  const contents = await store.read('audit-log', 'sessions', 'users', 'item-cards');
  await store.close();
  const { languages, editedAt, editedBy, ...item } = JSON.parse(contents['items/ayuno'] ?? '{}', withoutHash);
  const { en, ...others } = languages;
  return { ...contents, 'items/ayuno': { ...item, languages: others } };
}

/** The hash tells whether a draft was ever opened. */
function withoutHash(name: string, value: unknown): unknown {
  return name === 'draftHash' ? undefined : value;
}

import { openStore } from './store-reader.ts';

/** All stored data except the English text: what a translator into English must not change. */
export async function everythingElse(dataDir: string): Promise<{ [path: string]: unknown }> {
  const store = await openStore(dataDir);
  // All actions are recorded in the audit log; cards have the time of the last change; jobs, presence and builds are of the servers.
  const contents = await store.read('audit-log', 'sessions', 'users', 'item-cards', 'jobs', 'presence', 'builds');
  await store.close();
  const { languages, editedAt, editedBy, ...item } = JSON.parse(contents['items/ayuno'] ?? '{}', withoutHash);
  const { en, ...others } = languages;
  return { ...contents, 'items/ayuno': { ...item, languages: others } };
}

/** The hash depends on whether a draft was ever opened. */
function withoutHash(name: string, value: unknown): unknown {
  return name === 'draftHash' ? undefined : value;
}

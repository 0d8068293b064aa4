import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import * as Y from 'yjs';
import { openSqlite } from '#adapters/sqlite/open-sqlite.ts';
import { accountCollections } from '#core/accounts/account-collections.ts';
import { items } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { plainText } from '#core/rich-text/rich-text.ts';
import { testCollections } from '../../test/helpers/content/create-content-site.ts';
import { type DraftClient, openDraft } from '../../test/helpers/drafts/draft-client.ts';
import { createDraftServer, putDraftItem } from '../../test/helpers/drafts/draft-server.ts';
import { createTypists, onlyText } from '../../test/helpers/drafts/random-typing.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { createRandom } from '../../test/helpers/random.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';

const ROUNDS = 6;
const EDITS = 40;
const NAME = 'item/a/es';
const COLLECTIONS = [...testCollections, ...accountCollections];
const random = createRandom(20_260_504);
const happens = (percent: number) => random(100) < percent;

/** The log's contents after the server is gone. */
async function readLog(file: string): Promise<{ doc: Y.Doc; item: Item }> {
  const { store, draftLog } = openSqlite({ file, collections: COLLECTIONS });
  const doc = new Y.Doc();
  for (const { update } of await draftLog.read(NAME)) Y.applyUpdate(doc, update);
  const document = await getDocument(store, items.at('a'));
  await store.close();
  if (!document) throw new Error('The item is gone');
  return { doc, item: document.data };
}

test('killed at any moment, it loses no character that it said was saved, and two who write end with one text', {
  timeout: 180_000,
}, async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  const server = await createDraftServer(file);
  const { address } = server;
  const { store } = openSqlite({ file, collections: COLLECTIONS });
  const cookies = await putDraftItem(store, ['Ana', 'Eva']);
  await store.close();
  const clients = cookies.map((cookie) => openDraft(NAME, { address, cookie }));
  onTestFinished(() => {
    for (const client of clients) client.end();
  });
  const { edit, present, saved, allSaved } = createTypists(clients, random, 'x');

  await server.start();
  await allSaved();
  for (let round = 0; round < ROUNDS; round++) {
    const traveller = clients[random(2)] as DraftClient;
    const leavesAt = random(EDITS);
    const killedAt = random(EDITS);
    for (let number = 0; number < EDITS; number++) {
      if (number === leavesAt) traveller.goOffline();
      if (number === killedAt) {
        await server.kill();
        const { doc } = await readLog(file);
        for (const update of saved.values()) expect(Y.snapshotContainsUpdate(Y.snapshot(doc), update)).toBe(true);
      }
      edit(clients[random(2)] as DraftClient);
      // Between messages, disk writes and snapshots; sometimes a longer pause to let them finish.
      if (happens(30)) await sleep(random(happens(10) ? 400 : 8));
    }
    await server.start();
    traveller.goOnline();
    await allSaved();
    const [one, other] = clients.map(({ doc }) => doc) as [Y.Doc, Y.Doc];
    await eventually(() => expect(onlyText(one).toString()).toBe(onlyText(other).toString()));
    expect([...onlyText(one).toString()].sort()).toEqual([...present].sort());
  }

  // Without further typing, the next start settles the log into the item.
  await server.kill();
  const final = onlyText((clients[0] as DraftClient).doc).toString();
  await server.start();
  await eventually(async () => {
    const { doc, item } = await readLog(file);
    expect(onlyText(doc).toString()).toBe(final);
    expect(plainText(item.languages.es?.body ?? { type: 'doc', content: [] })).toBe(final);
  });
  await server.kill();
});

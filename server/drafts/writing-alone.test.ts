import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryDraftLog } from '#adapters/memory/draft-log.ts';
import { accountCollections } from '#core/accounts/account-collections.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import { presence } from '#core/drafts/presence.ts';
import { testCollections, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { body, paragraph } from '../../test/helpers/drafts/notice-site.ts';
import { startDrafts } from '../../test/helpers/drafts/start-drafts.ts';
import { eventually } from '../../test/helpers/eventually.ts';

const NAME = 'item/a/es';
/** Instances of one database, whose log notes how long updates may wait, and writes those that may when it is told to. */
async function start(instances: number) {
  const store = createMemoryDocumentStore({ collections: [...testCollections, ...accountCollections, presence] });
  const memory = createMemoryDraftLog();
  const asked: number[] = [];
  const written = Promise.withResolvers<void>();
  const draftLog: DraftLog = {
    ...memory,
    async append(name, update, patience = 0) {
      asked.push(patience);
      if (patience > 0) await written.promise;
      return memory.append(name, update);
    },
  };
  const servers = await Promise.all(
    Array.from({ length: instances }, () => startDrafts({ store, draftLog, isShared: true })),
  );
  await servers[0]?.site.putItem('a', 'notice', { es: testLanguage('a', { body: body(paragraph('p', 'x')) }) });
  const clients = [];
  for (const [index, server] of servers.entries()) {
    const client = server.open(NAME, await server.signIn(`Ana${index}`, { role: 'editor' }));
    await eventually(() => expect(client.isSaved()).toBe(true));
    clients.push(client);
  }
  asked.length = 0;
  return { clients, asked, write: () => written.resolve() };
}

test('what somebody types alone where writes are counted waits together, and is saved with one write', async () => {
  const { clients, asked, write } = await start(1);
  for (let key = 0; key < 20; key++) clients[0]?.doc.getText('title').insert(0, `${key} `);
  await eventually(() => expect(asked).toHaveLength(20));
  expect(asked.every((patience) => patience > 0)).toBe(true);
  expect(clients[0]?.isSaved()).toBe(false);
  write();
  await eventually(() => expect(clients[0]?.isSaved()).toBe(true));
});

test('what somebody types in a draft that another person has open at another instance does not wait', async () => {
  const { clients, asked } = await start(2);
  const type = () => clients[0]?.doc.getText('title').insert(0, 'a');
  await eventually(() => {
    type();
    expect(asked.at(-1)).toBe(0);
  });
});

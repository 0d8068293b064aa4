import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryDraftLog } from '#adapters/memory/draft-log.ts';
import { openSqlite } from '#adapters/sqlite/open-sqlite.ts';
import { accountCollections } from '#core/accounts/account-collections.ts';
import type { DocumentData, DocumentStore } from '#core/documents/document-store.ts';
import { retryOnConflict } from '#core/documents/retry-on-conflict.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import { presence } from '#core/drafts/presence.ts';
import { plainText } from '#core/rich-text/rich-text.ts';
import { testCollections, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import type { DraftClient } from '../../test/helpers/drafts/draft-client.ts';
import { body, paragraph } from '../../test/helpers/drafts/notice-site.ts';
import { onlyText } from '../../test/helpers/drafts/random-typing.ts';
import { startDrafts } from '../../test/helpers/drafts/start-drafts.ts';
import { typeAndFail } from '../../test/helpers/drafts/type-and-fail.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';

const NAME = 'item/a/es';
const COLLECTIONS = [...testCollections, ...accountCollections, presence];

interface Place {
  store: DocumentStore;
  draftLog: DraftLog;
}

/** One instance per place, the item `a` and three people: two at the first instance, one at the second. */
async function start(places: [Place, Place], settleForeignAfter?: number) {
  const options = { isShared: true, ...(settleForeignAfter !== undefined && { settleForeignAfter }) };
  const [first, second] = await Promise.all(places.map((place) => startDrafts({ ...place, ...options })));
  if (!first || !second) throw new Error('two instances');
  await first.site.putItem('a', 'notice', { es: testLanguage('a', { body: body(paragraph('p', 'x')) }) });
  const clients: DraftClient[] = [];
  for (const [name, instance] of [
    ['Ana', first],
    ['Eva', second],
    ['Leo', first],
  ] as const) {
    clients.push(instance.open(NAME, await first.signIn(name, { role: 'editor' })));
  }
  const textInItem = async () => {
    const { data } = await second.site.getItem('a');
    return plainText(data.languages.es?.body ?? body());
  };
  return { first, second, clients, textInItem };
}

/** Three people type at random, while an instance is killed and what the instances follow is cut off. */
async function typeAndFailAt(places: [Place, Place], rounds: number): Promise<void> {
  const { first, second, clients, textInItem } = await start(places);
  const { draftLog } = places[0];
  await typeAndFail({ name: NAME, instances: [first, second], clients, draftLog, textInItem }, rounds);
}

function openMemory(): [Place, Place] {
  const place = { store: createMemoryDocumentStore({ collections: COLLECTIONS }), draftLog: createMemoryDraftLog() };
  return [place, place];
}

function openFile(file: string): Place {
  const place = openSqlite({ file, collections: COLLECTIONS });
  onTestFinished(() => place.store.close());
  return place;
}

test('two instances in memory lose nothing and agree, whichever is killed', { timeout: 900_000 }, async () => {
  await typeAndFailAt(openMemory(), 4);
});

test('two instances on one database file lose nothing and agree', { timeout: 900_000 }, async () => {
  const file = join(makeTemporaryFolder(), 'meki.db');
  await typeAndFailAt([openFile(file), openFile(file)], 3);
});

test('people see who has an item open at another instance, and where they are, until they leave', async () => {
  const { first, second, clients } = await start(openMemory());
  const [ana, eva, leo] = clients as [DraftClient, DraftClient, DraftClient];
  await eventually(() => expect(clients.every((client) => client.isSaved())).toBe(true));
  const seenBy = ({ draft }: DraftClient) =>
    [...draft.awareness.getStates().values()]
      .flatMap(({ user, place }) => (user?.name ? [`${user.name}: ${place}`] : []))
      .sort();
  for (const client of clients) client.draft.awareness.setLocalStateField('user', {});
  ana.draft.awareness.setLocalStateField('place', 'title');
  const names = (instance: typeof first) =>
    instance.edited().flatMap(({ people }) => people.map(({ name }) => name).sort());
  await eventually(() => {
    expect(seenBy(eva)).toEqual(['Ana: title', 'Leo: undefined']);
    for (const instance of [first, second]) expect(names(instance)).toEqual(['Ana', 'Eva', 'Leo']);
  });
  leo.end();
  await eventually(() => {
    expect(seenBy(eva)).toEqual(['Ana: title']);
    for (const instance of [first, second]) expect(names(instance)).toEqual(['Ana', 'Eva']);
  });
});

test('what is typed at one instance is settled by another one if the first does not come back', async () => {
  const { first, second, clients, textInItem } = await start(openMemory(), 200);
  const [ana, eva] = clients as [DraftClient, DraftClient];
  await eventually(() => expect(clients.every((client) => client.isSaved())).toBe(true));
  onlyText(ana.doc).insert(1, 'y');
  await eventually(() => expect(onlyText(eva.doc).toString()).toContain('y'));
  first.kill();
  await eventually(async () => expect(await textInItem()).toBe('xy'));
  expect(second.log.errors).toEqual([]);
});

test('an item that is deleted for good at one instance is closed at the other one, and its draft stays empty', async () => {
  const places = openMemory();
  const { first, second, clients } = await start(places);
  await eventually(() => expect(clients.every((client) => client.isSaved())).toBe(true));
  await first.drafts.remove('a');
  await places[0].store.commit([
    { kind: 'delete', path: 'items/a' },
    { kind: 'set', path: 'purged-items/a', data: { at: 1 } },
  ]);
  await eventually(() => expect(clients[1]?.answers).toContain('refused'));
  await places[0].draftLog.append(NAME, Uint8Array.of(0, 0));
  await second.restart();
  await eventually(async () => expect(await places[0].draftLog.unsettled()).toEqual([]));
  expect(await places[0].draftLog.read(NAME)).toEqual([]);
});

test('a program that writes the item while two instances have it open changes it once', async () => {
  const { first, second, clients, textInItem } = await start(openMemory());
  const [ana, eva] = clients as [DraftClient, DraftClient];
  await eventually(() => expect(clients.every((client) => client.isSaved())).toBe(true));
  for (let round = 0; round < 10; round++) {
    onlyText(ana.doc).insert(0, 'a');
    onlyText(eva.doc).insert(1, 'e');
    await retryOnConflict(async () => {
      const { version, data } = await first.site.getItem('a');
      const es = { ...data.languages.es, title: `Título ${round}` };
      const written = JSON.parse(JSON.stringify({ ...data, languages: { es } })) as DocumentData;
      await first.store.commit([{ kind: 'set', path: 'items/a', data: written, precondition: { version } }]);
    });
    await sleep(20);
  }
  await eventually(() => expect(clients.every((client) => client.isSaved())).toBe(true));
  await Promise.all([first.drafts.settle('a'), second.drafts.settle('a')]);
  await eventually(async () => {
    expect([...(await textInItem())].sort().join('')).toBe(`${'a'.repeat(10)}${'e'.repeat(10)}x`);
    expect(onlyText(eva.doc).toString()).toBe(onlyText(ana.doc).toString());
  });
  for (const { drafts } of [first, second]) expect((await drafts.readLanguage('a', 'es')).title).toBe('Título 9');
});

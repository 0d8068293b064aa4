import { expect, test } from 'vitest';
import * as Y from 'yjs';
import {
  deletesUnknown,
  manyClients,
  manyTypes,
  nestedLists,
  oneClientAtOnePlace,
  oneKey,
  perforated,
  withoutPredecessor,
} from '../../test/helpers/drafts/costly-updates.ts';
import { draftMessage } from '../../test/helpers/drafts/draft-message.ts';
import { openByHand, startDraftSite, written } from '../../test/helpers/drafts/draft-site.ts';
import { eventually, until } from '../../test/helpers/eventually.ts';

const NAME = 'item/a/en';

/** A site, a translator who sends updates by hand, and the size of the draft's log. */
async function startAttack() {
  const server = await startDraftSite();
  const tom = await server.signIn('Tom', { role: 'translator', languages: ['en'] });
  const { client, send } = await openByHand(server, tom.cookie, NAME);
  await until(() => client.isSaved());
  const reasons: string[] = [];
  client.draft.on('refused', (reason) => void reasons.push(reason));
  return {
    server,
    tom,
    client,
    reasons,
    send: (update: Uint8Array) => send(draftMessage(NAME, 0, 2, update)),
    answer: (update: Uint8Array) => send(draftMessage(NAME, 0, 1, update)),
    logged: async () => (await server.draftLog.read(NAME)).length,
  };
}

test.each<[string, Uint8Array[]]>([
  ['of too many clients', [manyClients(1, 3_000)]],
  ['of many clients at one place', Array.from({ length: 4 }, (_, index) => manyClients(1 + index * 1_900, 1_900))],
  ['of one client at one place', oneClientAtOnePlace(1, 4_000)],
  ['with a deletion of each second character', perforated(1, 400_000)],
  ['of one key', [oneKey(1, 12_000)]],
  ['with a value in each of many nested lists', nestedLists(1, 4_000)],
  ['with a shared type for each value', [manyTypes(1, 12_000)]],
])('updates %s are refused before they are stored, and others go on', async (_, updates) => {
  const { server, send, reasons, logged } = await startAttack();
  const before = await logged();
  for (const update of updates) send(update);
  await until(() => reasons.length > 0);
  expect(reasons[0]).toBe('too-costly');
  expect(await logged()).toBeLessThanOrEqual(before + updates.length - 1);

  const eva = server.open(NAME, await server.signIn('Eva', { role: 'editor' }));
  await until(() => eva.isSaved());
  eva.doc.getText('title').insert(0, 'Still ');
  await until(() => eva.isSaved());
  await eventually(async () => expect(await written(server, NAME)).toContain('Still '));
});

test.each<[string, Uint8Array[]]>([
  ['structs', Array.from({ length: 20 }, (_, index) => withoutPredecessor(index + 1))],
  ['deletions', [deletesUnknown(1, 50_000)]],
  ['deletions, few of them', [deletesUnknown(1, 2)]],
])('updates without what their %s follow are not stored, and the browser compares again', async (_, updates) => {
  const { client, send, logged } = await startAttack();
  const before = await logged();
  for (const update of updates) send(update);
  await until(() => client.closeCodes.length > 0);
  expect(client.closeCodes[0]).toBe(4205);
  expect(await logged()).toBe(before);
  await until(() => client.isSaved());
});

test('an answer without what it follows is refused and not stored, and keeps the browser connected', async () => {
  const { client, answer, reasons, logged } = await startAttack();
  const before = await logged();
  answer(withoutPredecessor(7));
  await until(() => reasons.length > 0);
  expect(reasons).toEqual(['incomplete']);
  expect(client.closeCodes).toEqual([]);
  expect(await logged()).toBe(before);
});

test('what somebody types right after connecting, before what they wrote offline is sent, is kept', async () => {
  const { server, tom, client } = await startAttack();
  client.goOffline();
  await until(() => client.closeCodes.length > 0);
  for (let index = 0; index < 40; index += 1) client.doc.getText('title').insert(0, `${index} offline. `);
  // Sent as soon as the socket is open, before the server has said what it has.
  let typed = 0;
  const type = () => client.doc.getText('title').insert(0, `${typed++} typed. `);
  client.connection.on('open', () => {
    type();
    client.connection.socket?.addEventListener('message', () => typed < 20 && type());
  });
  client.goOnline();
  await until(() => typed >= 20 && client.isSaved());
  expect(await written(server, NAME)).toBe(client.doc.getText('title').toString());
  const other = server.open(NAME, tom);
  await until(() => other.isSaved());
  expect(other.doc.getText('title').toString()).toBe(client.doc.getText('title').toString());
});

test('the copy of a device with many sessions is taken as a whole, also if the server has nothing of it', async () => {
  const { server, tom } = await startAttack();
  let state = Y.encodeStateAsUpdate(new Y.Doc());
  for (let session = 0; session < 300; session += 1) {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, state);
    const title = doc.getText('summary');
    title.insert(Math.floor(title.length / 2), `Session ${session}. `);
    if (session % 3 === 0) title.delete(0, 3);
    state = Y.encodeStateAsUpdate(doc);
  }
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const client = server.open(NAME, tom, { doc });
  await until(() => client.isSaved());
  const other = server.open(NAME, tom);
  await until(() => other.isSaved());
  expect(other.doc.getText('summary').toString()).toBe(doc.getText('summary').toString());
});

test('a draft that takes too long to load is set aside, and its last snapshot stands in', async () => {
  const server = await startDraftSite();
  const tom = await server.signIn('Tom', { role: 'translator', languages: ['en'] });
  const first = server.open(NAME, tom);
  await until(() => first.isSaved());
  first.doc.getText('title').insert(0, 'Settled: ');
  const titleOf = async () => (await server.site.getItem('a')).data.languages.en?.title;
  await eventually(async () => expect(await titleOf()).toContain('Settled: '));
  first.end();
  server.kill();
  // As a former version of the server stored them.
  const before = await server.draftLog.read(NAME);
  for (const update of oneClientAtOnePlace(1, 12_000)) await server.draftLog.append(NAME, update);
  server.start();

  const second = server.open(NAME, tom);
  await until(() => second.isSaved());
  expect(second.doc.getText('title').toString()).toBe('Settled: Título a-en');
  expect(server.log.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('it is set aside')]);
  expect(await server.draftLog.read(`${NAME}/set-aside`)).toHaveLength(before.length + 2);
  second.doc.getText('title').insert(0, 'Still ');
  await eventually(async () => expect(await titleOf()).toBe('Still Settled: Título a-en'));
  expect(await server.draftLog.unsettled()).toEqual([]);
  await server.drafts.remove('a');
  expect(await server.draftLog.names(undefined, 10)).toEqual([]);
});

test('what was stored without what it follows costs those who type nothing', async () => {
  const { server, client } = await startAttack();
  client.end();
  server.kill();
  for (let index = 0; index < 50; index += 1) await server.draftLog.append(NAME, withoutPredecessor(index + 1));
  server.start();
  const eva = server.open(NAME, await server.signIn('Eva', { role: 'editor' }));
  await until(() => eva.isSaved());
  eva.doc.getText('title').insert(0, 'Still ');
  await until(() => eva.isSaved());
  expect(eva.doc.store.pendingStructs).toBeNull();
});

test('many small updates at one place come to an end before the draft costs others their time', async () => {
  const { server, send, client } = await startAttack();
  // Each has a client of its own, and stands before all the others.
  for (let index = 0; index < 3_000 && client.closeCodes.length === 0; index += 1) {
    send(manyClients(3_000 + index, 1));
    if (index % 200 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await server.restart();
  const eva = server.open(NAME, await server.signIn('Eva', { role: 'editor' }));
  await until(() => eva.isSaved());
  eva.doc.getText('title').insert(0, 'Still ');
  await until(() => eva.isSaved());
});

test('who asks for the whole of a long draft again and again is answered each time', async () => {
  const { server } = await startAttack();
  const vera = await server.signIn('Vera', { role: 'editor' });
  const author = server.open(NAME, vera);
  await until(() => author.isSaved());
  author.doc.transact(() => {
    for (let index = 0; index < 20_000; index += 1) author.doc.getMap('words').set(`${index}`, index);
  });
  await until(() => author.isSaved());
  const { client, send } = await openByHand(server, vera.cookie, NAME);
  await until(() => client.isSaved());
  let answers = 0;
  client.connection.socket?.addEventListener('message', () => {
    answers += 1;
  });
  for (let index = 0; index < 40; index += 1) send(draftMessage(NAME, 0, 0, new Uint8Array([0])));
  await until(() => answers >= 40);
});

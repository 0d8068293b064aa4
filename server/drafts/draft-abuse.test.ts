import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { longText } from '../../test/helpers/content/long-text.ts';
import { bytesOf, draftMessage } from '../../test/helpers/drafts/draft-message.ts';
import { openByHand, requestSocket, startDraftSite, written } from '../../test/helpers/drafts/draft-site.ts';
import { eventually, until } from '../../test/helpers/eventually.ts';

test('a translator’s forged messages change nothing of the other language, whichever they are', async () => {
  const server = await startDraftSite();
  const eva = await server.signIn('Eva', { role: 'editor' });
  const tom = await server.signIn('Tom', { role: 'translator', languages: ['en'] });
  const witness = server.open('item/a/es', eva);
  const shared = server.open('item/a/shared', eva);
  await until(() => witness.draft.isSynced && shared.draft.isSynced);
  const before = await server.draftLog.read('item/a/es');
  const sharedBefore = await server.draftLog.read('item/a/shared');

  const { client, send } = await openByHand(server, tom.cookie, 'item/a/en', 'item/a/es');
  for (const name of ['item/a/es', 'item/a/shared']) {
    for (const type of [0, 4]) for (const sync of [1, 2]) send(draftMessage(name, type, sync, forgedUpdate()));
  }
  // When this change arrives, earlier messages on the same socket have been handled.
  client.doc.getText('title').insert(0, 'Done: ');
  await until(() => client.isSaved());
  await eventually(async () => expect(await written(server, 'item/a/en')).toBe('Done: Título a-en'));
  await eventually(async () => expect((await server.site.getItem('a')).data.languages.en?.title).toMatch(/^Done/));

  expect(await server.draftLog.read('item/a/es')).toEqual(before);
  expect(await server.draftLog.read('item/a/shared')).toEqual(sharedBefore);
  expect(witness.doc.getText('title').toString()).toBe('Título a');
  expect(shared.doc.getText('title').toString()).toBe('');
  expect((await server.site.getItem('a')).data.languages.es?.title).toBe('Título a');
});

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ['nothing', new Uint8Array()],
  ['noise', new Uint8Array([200, 200, 200])],
  ['an update that is none', draftMessage('item/a/en', 0, 2, new Uint8Array([9, 9, 9, 9]))],
  ['a message of an unknown kind', draftMessage('item/a/en', 42, 0, new Uint8Array())],
  ['what servers tell each other', draftMessage('item/a/en', 6, 0, new Uint8Array())],
  ['another session of a draft', draftMessage('item/a/en\0x', 2, 0, new Uint8Array())],
  ['another session of another draft', draftMessage('item/a/shared\0item/a/en', 0, 2, forgedUpdate())],
])('%s is answered with the end of the socket', async (_, bytes) => {
  const server = await startDraftSite();
  const { cookie } = await server.signIn('Eva', { role: 'editor' });
  const { client, send } = await openByHand(server, cookie, 'item/a/en');
  send(bytes);
  await until(() => client.closeCodes.includes(1007));
  expect(server.log.errors).toEqual([]);
});

test('a message that is too long ends the socket, and what it would have changed stays', async () => {
  const server = await startDraftSite();
  const { cookie } = await server.signIn('Eva', { role: 'editor' });
  const { client, send } = await openByHand(server, cookie, 'item/a/en');
  const before = await server.draftLog.read('item/a/en');
  send(new Uint8Array(2 * 1024 * 1024 + 1));
  await until(() => client.closeCodes.length > 0);
  expect(client.closeCodes[0]).toBe(1009);
  expect(await server.draftLog.read('item/a/en')).toEqual(before);
});

test('what somebody sends to drafts that are not open to them is not even read', async () => {
  const server = await startDraftSite();
  const viewer = await server.signIn('Vera', { role: 'viewer' });
  const tom = await server.signIn('Tom', { role: 'translator', languages: ['en'] });
  const noise = (name: string) => draftMessage(name, 0, 2, new Uint8Array(1_500_000).fill(200));
  const refused = server.open('item/a/es', viewer);
  await until(() => refused.answers.includes('refused'));
  refused.connection.socket?.send(noise('item/a/es'));
  const { client, send } = await openByHand(server, tom.cookie, 'item/a/en', 'item/a/es');
  // He may only read the first, and has not opened the second.
  for (const name of ['item/a/es', 'item/a/shared']) send(noise(name));
  client.doc.getText('title').insert(0, 'Done: ');
  await until(() => client.isSaved());
  expect([refused.closeCodes, client.closeCodes]).toEqual([[], []]);
  send(draftMessage('item/a/en', 0, 2, new Uint8Array(100).fill(200)));
  await until(() => client.closeCodes.includes(1007));
  expect(server.log.errors).toEqual([]);
});

test('a socket that sends without end is read from no faster than it may, and the others as before', async () => {
  const server = await startDraftSite();
  const sockets: Socket[] = [];
  server.http.on('connection', (socket: Socket) => sockets.push(socket));
  const viewer = await server.signIn('Vera', { role: 'viewer' });
  const eva = await server.signIn('Eva', { role: 'editor' });
  const flood = server.open('item/a/es', viewer);
  await until(() => flood.answers.includes('refused'));
  const { socket } = flood.connection;
  for (let index = 0; index < 20; index++) socket?.send(draftMessage('item/a/es', 0, 2, new Uint8Array(2_000_000)));
  await until(() => sockets[0]?.isPaused());
  const writer = server.open('item/a/es', eva);
  writer.doc.getText('title').insert(0, 'New ');
  await until(() => writer.isSaved());
  expect(sockets[0]?.bytesRead).toBeLessThan(20_000_000);
});

test('a draft that grew beyond all measure takes no more, and the others do', async () => {
  const server = await startDraftSite();
  const eva = await server.signIn('Eva', { role: 'editor' });
  const [client, other] = [server.open('item/a/es', eva), server.open('item/a/en', eva)];
  await until(() => client.isSaved() && other.isSaved());
  const reasons: string[] = [];
  client.draft.on('refused', (reason) => void reasons.push(reason));
  for (let index = 0; index < 5; index++) client.doc.getText('summary').insert(0, longText(1024 * 1024));
  await until(() => reasons.length > 0);
  expect(reasons[0]).toBe('too-large');
  expect(client.isSaved()).toBe(false);
  const size = (await server.draftLog.read('item/a/es')).reduce((sum, { update }) => sum + update.byteLength, 0);
  expect(size).toBeLessThanOrEqual(4 * 1024 * 1024);
  other.doc.getText('title').insert(0, 'New ');
  await until(() => other.isSaved());
});

test.each<[string, (doc: Y.Doc) => Uint8Array[]]>([
  ['that can be read and not applied', () => [NOT_APPLICABLE]],
  ['whose nodes are nested beyond all measure', (doc) => [nest(doc, 6_000)]],
  ['that takes away what was nested beyond all measure', (doc) => [nest(doc, 12_000), unnest(doc)]],
])('a forged update %s keeps nobody from writing, in either language', async (_, forge) => {
  const server = await startDraftSite();
  const eva = await server.signIn('Eva', { role: 'editor' });
  const tom = await server.signIn('Tom', { role: 'translator', languages: ['en'] });
  const titleOf = async (language: string) => (await server.site.getItem('a')).data.languages[language]?.title;
  const spanish = server.open('item/a/es', eva);
  const { client, send } = await openByHand(server, tom.cookie, 'item/a/en');
  await until(() => spanish.isSaved() && client.isSaved());
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(client.doc));
  for (const update of forge(doc)) send(draftMessage('item/a/en', 0, 2, update));
  client.end();

  spanish.doc.getText('title').insert(0, 'Nuevo: ');
  await eventually(async () => expect(await titleOf('es')).toBe('Nuevo: Título a'));
  const english = server.open('item/a/en', eva);
  await until(() => english.isSaved());
  english.doc.getText('title').insert(0, 'New: ');
  await eventually(async () => expect(await titleOf('en')).toBe('New: Título a-en'));
  english.end();
  spanish.end();
  await server.restart();
  await server.drafts.changeLanguage('a', 'en', { title: 'After' }, { id: 'eva', name: 'Eva' });
  expect((await server.drafts.settle('a'))?.refused).toEqual([]);
  expect([await titleOf('es'), await titleOf('en')]).toEqual(['Nuevo: Título a', 'After']);
  server.log.errors.length = 0;
});

test('nobody opens sockets, or drafts on one, without end', async () => {
  const server = await startDraftSite();
  const { cookie } = await server.signIn('Eva', { role: 'editor' });
  const headers = { Origin: server.address, Cookie: cookie };
  const first = server.open('item/a/es', { cookie });
  await until(() => first.isSaved());
  for (let index = 0; index < 13; index++) {
    await server.site.putItem(`b${index}`, 'notice', { es: testLanguage(`b${index}`) });
  }
  const answers: string[] = [];
  for (let index = 0; index < 13; index++) {
    const draft = first.connection.open(`item/b${index}/es`, new Y.Doc());
    draft.on('granted', () => void answers.push('in'));
    draft.on('denied', (reason) => void answers.push(reason));
    await until(() => answers.length === index + 1 && (answers[index] !== 'in' || draft.isSynced));
  }
  expect(answers.filter((answer) => answer === 'in')).toHaveLength(11);
  expect(answers.at(-1)).toBe('too-many');
  const statuses: number[] = [];
  for (let index = 0; index < 24; index++) statuses.push(await requestSocket(server, headers));
  expect(statuses).toEqual([...Array(23).fill(101), 429]);
  await until(() => first.isSaved());
});

/** A title of three structs, the second of which has itself as left neighbour. */
const NOT_APPLICABLE = Buffer.from('010303000401057469746c650161840301026263c403000301015800', 'hex');

function nest(doc: Y.Doc, depth: number): Uint8Array {
  const before = Y.encodeStateVector(doc);
  doc.transact(() => {
    let parent: Y.XmlFragment = doc.getXmlFragment('body');
    for (let index = 0; index < depth; index++) {
      const quote = new Y.XmlElement('blockquote');
      parent.insert(0, [quote]);
      parent = quote;
    }
  });
  return Y.encodeStateAsUpdate(doc, before);
}

/** An update with no structs and one deletion: of the first block, by one client. */
function unnest(doc: Y.Doc): Uint8Array {
  const { client = 0, clock = 0 } = doc.getXmlFragment('body').get(0)._item?.id ?? {};
  return new Uint8Array([0, 1, ...bytesOf(client), 1, ...bytesOf(clock), 1]);
}

function forgedUpdate(): Uint8Array {
  const doc = new Y.Doc();
  doc.getText('title').insert(0, 'FORGED ');
  return Y.encodeStateAsUpdate(doc);
}

test('the sockets of somebody who sent too much and is gone make room for others', async () => {
  const server = await startDraftSite();
  const { cookie } = await server.signIn('Eva', { role: 'editor' });
  const asks = draftMessage('item/a/none', 0, 0, new Uint8Array(1_024));
  const headers = { Origin: server.address, Cookie: cookie };
  const open = () => new WebSocket(`${server.address.replace('http', 'ws')}/admin/drafts`, { headers });
  const sockets = Array.from({ length: 24 }, open);
  for (const socket of sockets) {
    socket.on('open', () => {
      // Takes minutes of the socket's rate limit.
      for (let index = 0; index < 500; index++) socket.send(asks);
    });
  }
  await until(() => sockets.every(({ readyState, bufferedAmount }) => readyState === 1 && bufferedAmount === 0));
  expect(await requestSocket(server, headers)).toBe(429);
  for (const socket of sockets) socket.terminate();
  await eventually(async () => expect(await requestSocket(server, headers)).toBe(101));
});

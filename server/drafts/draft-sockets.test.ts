import { setTimeout as sleep } from 'node:timers/promises';
import { HocuspocusProvider } from '@hocuspocus/provider';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { ROLES } from '#core/accounts/user.ts';
import { testLanguage } from '../../test/helpers/create-content-site.ts';
import { startDrafts } from '../../test/helpers/start-drafts.ts';

const WAIT = { timeout: 10_000, interval: 10 };
const until = (condition: () => unknown) => vi.waitFor(() => expect(condition()).toBeTruthy(), WAIT);

async function startSite() {
  const server = await startDrafts();
  await server.site.putItem('a', 'notice', { es: testLanguage('a'), en: testLanguage('a-en') }, { authorId: 'nobody' });
  return server;
}

type Server = Awaited<ReturnType<typeof startSite>>;

/** What the log says of a draft. */
async function written(server: Server, name: string): Promise<string> {
  const doc = new Y.Doc();
  for (const { update } of await server.draftLog.read(name)) Y.applyUpdate(doc, update);
  return doc.getText('title').toString();
}

/** How a request for a socket is answered that is not let in. */
function askForSocket(server: Server, headers: { [name: string]: string }, path = '/admin/drafts'): Promise<number> {
  const socket = new WebSocket(`${server.address.replace('http', 'ws')}${path}`, { headers });
  onTestFinished(() => socket.terminate());
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => resolve(101));
    socket.on('error', () => {});
  });
}

test('a socket is opened from a page of the site alone, to somebody signed in, at its path', async () => {
  const server = await startSite();
  const { cookie } = await server.signIn('Eva', { role: 'editor' });
  const origin = server.address;
  expect(await askForSocket(server, { Origin: origin, Cookie: cookie })).toBe(101);
  expect(await askForSocket(server, { Origin: 'https://evil.example', Cookie: cookie })).toBe(403);
  expect(await askForSocket(server, { Cookie: cookie })).toBe(403);
  expect(await askForSocket(server, { Origin: origin })).toBe(401);
  expect(await askForSocket(server, { Origin: origin, Cookie: 'meki_session=forged' })).toBe(401);
  expect(await askForSocket(server, { Origin: origin, Cookie: cookie }, '/admin')).toBe(404);
});

test('each role may open and write what the table of roles says, part by part', async () => {
  const server = await startSite();
  const outcomes: { [role: string]: string[] } = {};
  for (const role of ROLES) {
    const person = await server.signIn(role, { role, languages: role === 'translator' ? ['en'] : [] });
    outcomes[role] = [];
    for (const part of ['es', 'en', 'shared']) {
      const client = server.open(`item/a/${part}`, person);
      await until(() => client.answers.length > 0);
      const [answer = ''] = client.answers;
      outcomes[role].push(answer);
      client.end();
    }
  }
  expect(outcomes).toEqual({
    viewer: ['refused', 'refused', 'refused'],
    author: ['readonly', 'readonly', 'readonly'],
    translator: ['readonly', 'read-write', 'readonly'],
    editor: ['read-write', 'read-write', 'read-write'],
    owner: ['read-write', 'read-write', 'read-write'],
  });
});

test.each(['item/none/es', 'item/a/fr', 'item/a', 'user/a/es', '../a'])('there is no draft %s', async (name) => {
  const server = await startSite();
  const client = server.open(name, await server.signIn('Eva', { role: 'owner' }));
  await until(() => client.answers.length > 0);
  expect(client.answers).toEqual(['refused']);
  expect(await server.draftLog.unsettled()).toEqual([]);
});

test('what is in the bin is not opened, and is closed to those who have it open', async () => {
  const server = await startSite();
  const eva = await server.signIn('Eva', { role: 'owner' });
  const client = server.open('item/a/es', eva);
  await until(() => client.provider.synced);
  await server.site.editItem('a', (item) => ({ ...item, deletedAt: 1 }));
  await until(() => client.answers.at(-1) === 'refused');
  expect(client.closeCodes[0]).toBe(4205);
});

test('what two write arrives at both, and in the item', async () => {
  const server = await startSite();
  const [ana, eva] = [await server.signIn('Ana', { role: 'editor' }), await server.signIn('Eva', { role: 'editor' })];
  const [one, other] = [server.open('item/a/es', ana), server.open('item/a/es', eva)];
  await until(() => one.provider.synced && other.provider.synced);
  expect(one.doc.getText('title').toString()).toBe('Título a');
  one.doc.getText('title').insert(0, 'Nuevo: ');
  other.doc.getText('summary').insert(0, 'Ayuno.');
  await until(() => one.doc.getText('summary').toString() === 'Ayuno.' && one.isSaved() && other.isSaved());
  expect(other.doc.getText('title').toString()).toBe('Nuevo: Título a');
  expect(await written(server, 'item/a/es')).toBe('Nuevo: Título a');
  await vi.waitFor(async () => {
    const { data } = await server.site.getItem('a');
    expect(data.languages.es).toMatchObject({ title: 'Nuevo: Título a', summary: 'Ayuno.' });
    expect([ana.user.name, eva.user.name]).toContain(data.editedBy?.name);
    expect(data.languages.en?.title).toBe('Título a-en');
  }, WAIT);
});

/** A socket that lets a test say anything, with the drafts that it was let into. */
async function openByHand(server: Server, cookie: string, ...names: string[]) {
  const client = server.open(names[0] ?? '', { cookie });
  await until(() => client.answers.length > 0);
  const rest = names.slice(1).map((name) => {
    const provider = new HocuspocusProvider({
      websocketProvider: client.provider.configuration.websocketProvider,
      name,
      document: new Y.Doc(),
    });
    provider.attach();
    return provider;
  });
  await until(() => rest.every((provider) => provider.isAuthenticated));
  const socket = client.provider.configuration.websocketProvider;
  return { client, send: (bytes: Uint8Array<ArrayBuffer>) => socket.webSocket?.send(bytes) };
}

/** A message of the protocol, byte by byte. */
function message(name: string, type: number, sync: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const address = new TextEncoder().encode(name);
  return new Uint8Array([...lengthOf(address), ...address, type, sync, ...lengthOf(payload), ...payload]);
}

function lengthOf({ byteLength }: Uint8Array): number[] {
  return byteLength < 128 ? [byteLength] : [(byteLength & 127) | 128, byteLength >> 7];
}

function forgedUpdate(): Uint8Array {
  const doc = new Y.Doc();
  doc.getText('title').insert(0, 'FORGED ');
  return Y.encodeStateAsUpdate(doc);
}

test('a translator’s forged messages change nothing of the other language, whichever they are', async () => {
  const server = await startSite();
  const eva = await server.signIn('Eva', { role: 'editor' });
  const tom = await server.signIn('Tom', { role: 'translator', languages: ['en'] });
  const witness = server.open('item/a/es', eva);
  const shared = server.open('item/a/shared', eva);
  await until(() => witness.provider.synced && shared.provider.synced);
  const before = await server.draftLog.read('item/a/es');
  const sharedBefore = await server.draftLog.read('item/a/shared');

  const { client, send } = await openByHand(server, tom.cookie, 'item/a/en', 'item/a/es');
  for (const name of ['item/a/es', 'item/a/es\0x', 'item/a/shared', 'item/a/shared\0item/a/en']) {
    for (const type of [0, 4]) for (const sync of [1, 2]) send(message(name, type, sync, forgedUpdate()));
  }
  // What comes after them on the same socket has been handled when they have.
  client.doc.getText('title').insert(0, 'Done: ');
  await until(() => client.isSaved());
  await vi.waitFor(async () => expect(await written(server, 'item/a/en')).toBe('Done: Título a-en'), WAIT);
  await vi.waitFor(
    async () => expect((await server.site.getItem('a')).data.languages.en?.title).toMatch(/^Done/),
    WAIT,
  );

  expect(await server.draftLog.read('item/a/es')).toEqual(before);
  expect(await server.draftLog.read('item/a/shared')).toEqual(sharedBefore);
  expect(witness.doc.getText('title').toString()).toBe('Título a');
  expect(shared.doc.getText('title').toString()).toBe('');
  expect((await server.site.getItem('a')).data.languages.es?.title).toBe('Título a');
});

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ['nothing', new Uint8Array()],
  ['noise', new Uint8Array([200, 200, 200])],
  ['an update that is none', message('item/a/en', 0, 2, new Uint8Array([9, 9, 9, 9]))],
  ['a message of an unknown kind', message('item/a/en', 42, 0, new Uint8Array())],
  ['what servers tell each other', message('item/a/en', 6, 0, new Uint8Array())],
])('%s is answered with the end of the socket', async (_, bytes) => {
  const server = await startSite();
  const { cookie } = await server.signIn('Eva', { role: 'editor' });
  const { client, send } = await openByHand(server, cookie, 'item/a/en');
  send(bytes);
  await until(() => client.closeCodes.includes(1007));
  expect(server.log.errors).toEqual([]);
});

test('who is called by another name in what their browser tells is called by their own', async () => {
  const server = await startSite();
  const [ana, eva] = [await server.signIn('Ana', { role: 'editor' }), await server.signIn('Eva', { role: 'editor' })];
  const [one, other] = [server.open('item/a/es', ana), server.open('item/a/es', eva)];
  await until(() => one.provider.synced && other.provider.synced);
  one.provider.setAwarenessField('user', { id: eva.user.id, name: 'Eva', color: '#008877' });
  const seen = () => other.provider.awareness?.getStates().get(one.doc.clientID)?.user;
  await until(seen);
  expect(seen()).toEqual({ id: ana.user.id, name: 'Ana', color: '#008877' });
});

test.each<[string, (server: Server, person: Awaited<ReturnType<Server['signIn']>>) => Promise<unknown>, string]>([
  ['suspended', ({ identity }, { user }) => identity.setAccess(user.id, { disabled: true }), 'out'],
  ['signed out', ({ identity }, { token }) => identity.signOut(token, {}), 'out'],
  ['removed', ({ identity }, { user }) => identity.removeUser(user.id), 'out'],
  ['made a viewer', ({ identity }, { user }) => identity.setAccess(user.id, { role: 'viewer' }), 'refused'],
  ['made an author', ({ identity }, { user }) => identity.setAccess(user.id, { role: 'author' }), 'readonly'],
  [
    'made a translator of the other language',
    ({ identity }, { user }) => identity.setAccess(user.id, { role: 'translator', languages: ['en'] }),
    'readonly',
  ],
])('somebody who is %s while they write writes no more', async (_, act, expected) => {
  const server = await startSite();
  await server.signIn('Owner', { role: 'owner' });
  const person = await server.signIn('Eva', { role: 'editor' });
  const client = server.open('item/a/es', person);
  await until(() => client.isSaved());
  await act(server, person);
  await until(() => client.closeCodes.length > 0);
  client.doc.getText('title').insert(0, 'Late: ');
  if (expected === 'out') await until(() => client.closeCodes.includes(4401));
  else await until(() => client.answers.at(-1) === expected);
  expect(await written(server, 'item/a/es')).toBe('Título a');
  expect((await server.site.getItem('a')).data.languages.es?.title).toBe('Título a');
});

test('who is given more may do more without a new page', async () => {
  const server = await startSite();
  const person = await server.signIn('Tom', { role: 'translator', languages: ['en'] });
  const client = server.open('item/a/es', person);
  await until(() => client.answers[0] === 'readonly');
  await server.identity.setAccess(person.user.id, { languages: ['en', 'es'] });
  await until(() => client.answers.at(-1) === 'read-write');
  client.doc.getText('title').insert(0, 'Nuevo: ');
  await until(() => client.isSaved());
  expect(await written(server, 'item/a/es')).toBe('Nuevo: Título a');
});

test('nothing is told to be saved that the log did not take; the browser keeps it and sends it again', async () => {
  const server = await startSite();
  const client = server.open('item/a/es', await server.signIn('Eva', { role: 'editor' }));
  const witness = server.open('item/a/es', await server.signIn('Ana', { role: 'editor' }));
  await until(() => client.isSaved() && witness.isSaved());
  const { append } = server.draftLog;
  let refused = 0;
  server.draftLog.append = async () => {
    refused++;
    throw new Error('The disk is full.');
  };
  client.doc.getText('title').insert(0, 'Kept: ');
  await until(() => client.closeCodes.includes(1013) && refused >= 2);
  expect(client.isSaved()).toBe(false);
  expect(witness.doc.getText('title').toString()).toBe('Título a');
  server.draftLog.append = append;
  await until(() => client.isSaved() && witness.doc.getText('title').toString() === 'Kept: Título a');
  expect(await written(server, 'item/a/es')).toBe('Kept: Título a');
  expect(server.log.errors).toHaveLength(refused);
});

test('a store that cannot answer refuses nobody: they are let in when it can', async () => {
  const server = await startSite();
  const person = await server.signIn('Eva', { role: 'editor' });
  const { read } = server.draftLog;
  server.draftLog.read = async () => {
    throw new Error('The disk failed.');
  };
  const client = server.open('item/a/es', person);
  await until(() => client.closeCodes.includes(1013));
  server.draftLog.read = read;
  await until(() => client.isSaved());
  expect(client.doc.getText('title').toString()).toBe('Título a');
  expect(server.log.errors.length).toBeGreaterThan(0);
});

test('what was written offline by two merges when they are back, also with a server that started anew', async () => {
  const server = await startSite();
  const [ana, eva] = [await server.signIn('Ana', { role: 'editor' }), await server.signIn('Eva', { role: 'editor' })];
  const [one, other] = [server.open('item/a/es', ana), server.open('item/a/es', eva)];
  await until(() => one.isSaved() && other.isSaved());
  one.goOffline();
  one.doc.getText('title').insert(0, 'A');
  other.doc.getText('title').insert(other.doc.getText('title').length, 'B');
  await until(() => other.isSaved());
  other.goOffline();
  other.doc.getText('summary').insert(0, 'C');
  await server.restart();
  one.goOnline();
  other.goOnline();
  await until(() => one.isSaved() && other.isSaved() && one.doc.getText('summary').length === 1);
  const texts = (client: typeof one) => ['title', 'summary'].map((name) => client.doc.getText(name).toString());
  await until(() => texts(other)[0] === 'ATítulo aB');
  expect(texts(one)).toEqual(['ATítulo aB', 'C']);
});

test('nothing is taken for saved that was written offline, also while the connection comes back', async () => {
  const server = await startSite();
  const client = server.open('item/a/es', await server.signIn('Eva', { role: 'editor' }));
  await until(() => client.isSaved());
  const { append } = server.draftLog;
  server.draftLog.append = async (name, update) => {
    await sleep(20);
    return append(name, update);
  };
  const missing: string[] = [];
  client.provider.on('unsyncedChanges', async ({ number }: { number: number }) => {
    if (number > 0) return;
    const expected = client.doc.getText('title').toString();
    if ((await written(server, 'item/a/es')) !== expected) missing.push(expected);
  });
  for (const [offline, connecting] of ['ab', 'cd', 'ef']) {
    const closed = client.closeCodes.length;
    client.goOffline();
    client.doc.getText('title').insert(0, offline as string);
    await until(() => client.closeCodes.length > closed);
    client.goOnline();
    client.doc.getText('title').insert(0, connecting as string);
    await until(() => client.isSaved() && client.provider.isAuthenticated);
  }
  expect(missing).toEqual([]);
  expect(await written(server, 'item/a/es')).toBe('fedcbaTítulo a');
});

test('a server that stops tells its browsers to come again', async () => {
  const server = await startSite();
  const client = server.open('item/a/es', await server.signIn('Eva', { role: 'editor' }));
  await until(() => client.isSaved());
  client.doc.getText('title').insert(0, 'Nuevo: ');
  await until(() => client.isSaved());
  await server.restart();
  expect(client.closeCodes[0]).toBe(1012);
  expect((await server.site.getItem('a')).data.languages.es?.title).toBe('Nuevo: Título a');
  await until(() => client.isSaved());
});

test('a message that is too long ends the socket, and what it would have changed stays', async () => {
  const server = await startSite();
  const { cookie } = await server.signIn('Eva', { role: 'editor' });
  const { client, send } = await openByHand(server, cookie, 'item/a/en');
  const before = await server.draftLog.read('item/a/en');
  send(new Uint8Array(2 * 1024 * 1024 + 1));
  await until(() => client.closeCodes.length > 0);
  expect(client.closeCodes[0]).toBe(1009);
  expect(await server.draftLog.read('item/a/en')).toEqual(before);
});

test('a draft that grew beyond all measure takes no more, and the others do', async () => {
  const server = await startSite();
  const eva = await server.signIn('Eva', { role: 'editor' });
  const [client, other] = [server.open('item/a/es', eva), server.open('item/a/en', eva)];
  await until(() => client.isSaved() && other.isSaved());
  const told: string[] = [];
  client.provider.on('stateless', ({ payload }: { payload: string }) => told.push(payload));
  for (let index = 0; index < 5; index++) client.doc.getText('summary').insert(0, 'x'.repeat(1024 * 1024));
  await until(() => told.length > 0);
  expect(JSON.parse(told[0] ?? '')).toEqual({ kind: 'refused', reason: 'too-large' });
  expect(client.isSaved()).toBe(false);
  const size = (await server.draftLog.read('item/a/es')).reduce((sum, { update }) => sum + update.byteLength, 0);
  expect(size).toBeLessThanOrEqual(4 * 1024 * 1024);
  other.doc.getText('title').insert(0, 'New ');
  await until(() => other.isSaved());
});

test('nobody opens sockets, or drafts on one, without end', async () => {
  const server = await startSite();
  const { cookie } = await server.signIn('Eva', { role: 'editor' });
  const headers = { Origin: server.address, Cookie: cookie };
  const first = server.open('item/a/es', { cookie });
  await until(() => first.isSaved());
  for (let index = 0; index < 13; index++) {
    await server.site.putItem(`b${index}`, 'notice', { es: testLanguage(`b${index}`) });
  }
  const answers: string[] = [];
  for (let index = 0; index < 13; index++) {
    const provider = new HocuspocusProvider({
      websocketProvider: first.provider.configuration.websocketProvider,
      name: `item/b${index}/es`,
      document: new Y.Doc(),
      onAuthenticated: () => void answers.push('in'),
      onAuthenticationFailed: ({ reason }) => void answers.push(reason),
    });
    provider.attach();
    await until(() => answers.length === index + 1 && (answers[index] !== 'in' || provider.synced));
  }
  expect(answers.filter((answer) => answer === 'in')).toHaveLength(11);
  expect(answers.at(-1)).toBe('too-many');
  const statuses: number[] = [];
  for (let index = 0; index < 24; index++) statuses.push(await askForSocket(server, headers));
  expect(statuses).toEqual([...Array(23).fill(101), 429]);
  await until(() => first.isSaved());
});

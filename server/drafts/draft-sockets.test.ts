import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { ROLES } from '#core/accounts/user.ts';
import { writeFrame } from '#core/drafts/draft-frames.ts';
import {
  type DraftSite,
  openByHand,
  requestSocket,
  startDraftSite,
  written,
} from '../../test/helpers/drafts/draft-site.ts';
import { eventually, until } from '../../test/helpers/eventually.ts';
import { openClient, request } from '../testing/start-listener.ts';

test('a socket is opened from a page of the site alone, to somebody signed in, at its path', async () => {
  const server = await startDraftSite();
  const { cookie } = await server.signIn('Eva', { role: 'editor' });
  const origin = server.address;
  expect(await requestSocket(server, { Origin: origin, Cookie: cookie })).toBe(101);
  expect(await requestSocket(server, { Origin: 'https://evil.example', Cookie: cookie })).toBe(403);
  expect(await requestSocket(server, { Cookie: cookie })).toBe(403);
  expect(await requestSocket(server, { Origin: origin })).toBe(401);
  expect(await requestSocket(server, { Origin: origin, Cookie: 'meki_session=forged' })).toBe(401);
  // At other paths, the upgrade is ignored and the request is answered normally.
  expect(await requestSocket(server, { Origin: origin, Cookie: cookie }, '/admin')).toBe(200);
  expect(await requestSocket(server, { Origin: origin, Cookie: cookie, 'Content-Length': '0' })).toBe(200);
});

test('who is refused and stays is cut, however many they are', async () => {
  const server = await startDraftSite();
  const { port } = server.http.address() as AddressInfo;
  const clients = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const client = await openClient(port, { allowHalfOpen: true });
      client.send(request('/admin/drafts', { Connection: 'Upgrade', Upgrade: 'websocket', Origin: server.address }));
      // Some do not read the response.
      if (index % 2 === 0) client.socket.pause();
      return client;
    }),
  );
  const count = () =>
    new Promise((resolve, reject) =>
      server.http.getConnections((error, open) => (error ? reject(error) : resolve(open))),
    );
  await eventually(async () => expect(await count()).toBe(0));
  for (const client of clients) client.socket.resume();
  await until(() => clients.every((client) => client.statuses()[0] === 401));
});

test('a browser that goes while it is asked who it is takes nothing with it', async () => {
  const server = await startDraftSite();
  const { cookie } = await server.signIn('Eva', { role: 'editor' });
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { session } = server.identity;
  server.identity.session = async (...about) => {
    asked.resolve();
    await answered.promise;
    return session(...about);
  };
  const isGone = new Promise<void>((resolve) => {
    server.http.once('upgrade', (_, socket: Duplex) => socket.once('close', resolve));
  });
  const socket = connect((server.http.address() as AddressInfo).port, '127.0.0.1');
  const headers = { Host: 'x', Connection: 'Upgrade', Upgrade: 'websocket', Origin: server.address, Cookie: cookie };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET /admin/drafts HTTP/1.1\r\n${lines.join('')}\r\n`);
  await asked.promise;
  socket.resetAndDestroy();
  await isGone;
  answered.resolve();
  expect(await requestSocket(server, { Origin: server.address, Cookie: cookie })).toBe(101);
});

test('each role may open and write what the policy table says, part by part', async () => {
  const server = await startDraftSite();
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
    author: ['read', 'read', 'read'],
    translator: ['read', 'write', 'read'],
    editor: ['write', 'write', 'write'],
    owner: ['write', 'write', 'write'],
  });
});

test('a translator writes what the cover shows in their language, and neither the other one’s nor the picture', async () => {
  const server = await startDraftSite();
  const cover = { media: 'a'.repeat(32) };
  await server.drafts.changeShared('a', { cover, author: 'Ana' }, { id: 'eva', name: 'Eva' });
  await server.drafts.changeLanguage('a', 'es', { coverAlt: 'Una placa' }, { id: 'eva', name: 'Eva' });
  const tere = await server.signIn('Tere', { role: 'translator', languages: ['en'] });
  const [es, en, shared] = ['es', 'en', 'shared'].map((part) => server.open(`item/a/${part}`, tere));
  await until(() => [es, en, shared].every((client) => client?.draft.isSynced));
  es?.doc.getText('cover.alt').insert(0, 'NO ');
  shared?.doc.getText('author').insert(0, 'NO ');
  shared?.doc.getMap('cover').set('media', 'b'.repeat(32));
  shared?.doc.getMap('cover').set('alt:es', 'NO');
  en?.doc.getText('cover.alt').insert(0, 'A film');
  await until(() => en?.isSaved() ?? false);
  await server.drafts.settle('a');
  const { data } = await server.site.getItem('a');
  expect(data).toMatchObject({
    author: 'Ana',
    cover,
    languages: { es: { coverAlt: 'Una placa' }, en: { coverAlt: 'A film' } },
  });
  expect(await server.drafts.readShared('a')).toMatchObject({ author: 'Ana', cover });
});

test.each(['item/none/es', 'item/a/fr', 'item/a', 'user/a/es', '../a'])('there is no draft %s', async (name) => {
  const server = await startDraftSite();
  const client = server.open(name, await server.signIn('Eva', { role: 'owner' }));
  await until(() => client.answers.length > 0);
  expect(client.answers).toEqual(['refused']);
  expect(await server.draftLog.unsettled()).toEqual([]);
});

test('what is in the trash is not opened, and is closed to those who have it open', async () => {
  const server = await startDraftSite();
  const eva = await server.signIn('Eva', { role: 'owner' });
  const client = server.open('item/a/es', eva);
  await until(() => client.draft.isSynced);
  await server.site.editItem('a', (item) => ({ ...item, trashedAt: 1 }));
  await until(() => client.answers.at(-1) === 'refused');
  expect(client.closeCodes[0]).toBe(4205);
});

test('who is called by another name in what their browser tells is called by their own', async () => {
  const server = await startDraftSite();
  const [ana, eva] = [await server.signIn('Ana', { role: 'editor' }), await server.signIn('Eva', { role: 'editor' })];
  const [one, other] = [server.open('item/a/es', ana), server.open('item/a/es', eva)];
  await until(() => one.draft.isSynced && other.draft.isSynced);
  one.draft.awareness.setLocalStateField('user', { id: eva.user.id, name: 'Eva', color: '#008877' });
  const seen = () => other.draft.awareness.getStates().get(one.doc.clientID)?.user;
  await until(() => seen()?.color);
  expect(seen()).toEqual({ id: ana.user.id, name: 'Ana', color: '#008877' });
});

test.each<[string, (server: DraftSite, person: Awaited<ReturnType<DraftSite['signIn']>>) => Promise<unknown>, string]>([
  ['suspended', ({ identity }, { user }) => identity.setAccess(user.id, { disabled: true }), 'out'],
  ['signed out', ({ identity }, { token }) => identity.signOut(token, {}), 'out'],
  ['removed', ({ identity }, { user }) => identity.removeUser(user.id), 'out'],
  ['made a viewer', ({ identity }, { user }) => identity.setAccess(user.id, { role: 'viewer' }), 'refused'],
  ['made an author', ({ identity }, { user }) => identity.setAccess(user.id, { role: 'author' }), 'read'],
  [
    'made a translator of the other language',
    ({ identity }, { user }) => identity.setAccess(user.id, { role: 'translator', languages: ['en'] }),
    'read',
  ],
])('somebody who is %s while they write writes no more', async (_, action, expected) => {
  const server = await startDraftSite();
  await server.signIn('Owner', { role: 'owner' });
  const person = await server.signIn('Eva', { role: 'editor' });
  const client = server.open('item/a/es', person);
  await until(() => client.isSaved());
  await action(server, person);
  await until(() => client.closeCodes.length > 0);
  client.doc.getText('title').insert(0, 'Late: ');
  if (expected === 'out') await until(() => client.closeCodes.includes(4401));
  else await until(() => client.answers.at(-1) === expected);
  expect(await written(server, 'item/a/es')).toBe('Título a');
  expect((await server.site.getItem('a')).data.languages.es?.title).toBe('Título a');
});

test('who is given more may do more without a new page', async () => {
  const server = await startDraftSite();
  const person = await server.signIn('Tom', { role: 'translator', languages: ['en'] });
  const client = server.open('item/a/es', person);
  await until(() => client.answers[0] === 'read');
  await server.identity.setAccess(person.user.id, { languages: ['en', 'es'] });
  await until(() => client.answers.at(-1) === 'write' && client.isSaved());
  client.doc.getText('title').insert(0, 'Nuevo: ');
  await until(() => client.isSaved());
  expect(await written(server, 'item/a/es')).toBe('Nuevo: Título a');
});

test('what somebody sent of their place right before they left a draft is not there when they come back', async () => {
  const server = await startDraftSite();
  const [ana, eva] = [await server.signIn('Ana', { role: 'editor' }), await server.signIn('Eva', { role: 'editor' })];
  const [witness, elsewhere] = [server.open('item/a/en', eva), server.open('item/a/es', eva)];
  const { client, send } = await openByHand(server, ana.cookie, 'item/a/es');
  const enter = async () => {
    const draft = client.connection.open('item/a/en', new Y.Doc());
    await until(() => draft.isSynced);
    return draft;
  };
  const first = await enter();
  await until(() => witness.draft.isSynced && elsewhere.draft.isSynced);
  const placeOf = (by: typeof witness, id: number) => by.draft.awareness.getStates().get(id)?.place;

  for (const place of [1, 2]) send(placeFrame('item/a/en', 1_000, place));
  first.close();
  // The second place that is passed on of the other draft waits longer than the last one of this.
  let place = 0;
  await until(() => {
    place += 1;
    send(placeFrame('item/a/es', 2_000, place));
    return Number(placeOf(elsewhere, 2_000)) > 1;
  });
  const { clientID } = (await enter()).doc;
  await until(() => witness.draft.awareness.getStates().has(clientID));
  expect(placeOf(witness, 1_000)).toBeUndefined();
});

/** A window that says its place in a draft; the number of the place is the clock of its state, too. */
function placeFrame(name: string, clientID: number, place: number): Uint8Array<ArrayBuffer> {
  const awareness = new Awareness(Object.assign(new Y.Doc(), { clientID }));
  for (let clock = 0; clock < place; clock++) awareness.setLocalState({ place });
  const payload = encodeAwarenessUpdate(awareness, [clientID]);
  awareness.destroy();
  return writeFrame({ name, kind: 'awareness', payload });
}

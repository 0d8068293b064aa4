import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import { person } from '../../test/helpers/content/create-item-site.ts';
import { notePlans, openSqlite } from '../../test/helpers/documents/note-plans.ts';
import type { Actor } from '../access/actor.ts';
import { Forbidden } from '../access/policy.ts';
import { auditLog } from '../audit/audit-log.ts';
import type { Collection } from '../documents/collection.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { queryDocuments, setDocument } from '../documents/typed-documents.ts';
import {
  assignMessage,
  deleteMessage,
  markMessage,
  moveMessage,
  noteOnMessage,
  pruneMessages,
} from './change-message.ts';
import { exportMessages } from './export-messages.ts';
import { countUnread, listMessages, type MessageSearch, readMessage } from './list-messages.ts';
import { type InboxMessage, messages } from './messages-collection.ts';

const DAY = 24 * 3_600_000;
const editor = person('editor');
const people = new Map<string, Actor>([
  ['eva', person('editor', 'eva')],
  ['vera', person('viewer', 'vera')],
]);

function createInbox(given?: DocumentStore) {
  const store = given ?? createMemoryDocumentStore({ collections: [messages, auditLog] as Collection[] });
  const deps = { store, findActor: async (id: string) => people.get(id), now: () => 5_000 };
  return {
    store,
    deps,
    async put(id: string, at: number, rest: Partial<InboxMessage> = {}) {
      const message: InboxMessage = {
        at,
        name: `Luis ${id}`,
        email: `${id}@example.org`,
        text: 'Una pregunta',
        language: 'es',
        folder: 'inbox',
        unread: true,
        note: '',
        ...rest,
      };
      await store.commit([setDocument(messages.at(id), message)]);
    },
    list: async (search: Partial<MessageSearch> = {}, actor: Actor = editor) =>
      listMessages(store, actor, { view: 'all', limit: 10, ...search }),
    log: async () => (await queryDocuments(store, auditLog, {})).map(({ data }) => data),
  };
}

const ids = (page: { messages: { id: string }[] }) => page.messages.map(({ id }) => id);

test('the lists show what is unread, mine, or all of it but the spam, newest first', async () => {
  const inbox = createInbox();
  await inbox.put('a', 1, { unread: false });
  await inbox.put('b', 2, { assignee: { id: 'editor', name: 'Ed' } });
  await inbox.put('c', 3, { assignee: { id: 'eva', name: 'Eva' } });
  await inbox.put('d', 4, { folder: 'spam' });
  expect(ids(await inbox.list())).toEqual(['c', 'b', 'a']);
  expect(ids(await inbox.list({ view: 'unread' }))).toEqual(['c', 'b']);
  expect(ids(await inbox.list({ view: 'mine' }))).toEqual(['b']);
  expect(ids(await inbox.list({ view: 'spam' }))).toEqual(['d']);
  expect(await countUnread(inbox.store, editor)).toBe(2);
});

test('a search finds all of its words in any part of a message, whatever their accents and case', async () => {
  const inbox = createInbox();
  await inbox.put('a', 1, { name: 'Ángela Ruiz', text: 'Mi tomografía de tórax' });
  await inbox.put('b', 2, { text: 'Otra cosa', note: 'Llamar a ANGELA' });
  await inbox.put('c', 3);
  expect(ids(await inbox.list({ words: 'angela' }))).toEqual(['b', 'a']);
  expect(ids(await inbox.list({ words: '  TORAX  ángela ' }))).toEqual(['a']);
  expect(ids(await inbox.list({ words: 'b@example' }))).toEqual(['b']);
  expect(ids(await inbox.list({ words: 'nada' }))).toEqual([]);
});

test.each([undefined, 'luis'])('pages give every message once, searching for %s', async (words) => {
  const inbox = createInbox();
  for (let count = 0; count < 450; count++) await inbox.put(`m${count}`, Math.floor(count / 3));
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await inbox.list({ limit: 70, ...(words && { words }), ...(after && { after }) });
    seen.push(...ids(page));
    after = page.next;
  } while (after !== undefined);
  expect(new Set(seen).size).toBe(450);
  expect(seen).toHaveLength(450);
});

test('what is asked of the inbox is found by index', async () => {
  const plans = notePlans(await openSqlite([messages, auditLog] as Collection[]));
  const inbox = createInbox(plans.store);
  await inbox.put('a', 1, { assignee: { id: 'editor', name: 'Ed' } });
  for (const view of ['all', 'unread', 'mine', 'spam'] as const) await inbox.list({ view, after: '5.x' });
  await countUnread(plans.store, editor);
  await pruneMessages(plans.store, { now: 500 * DAY });
  plans.expectIndexed(5);
});

test('a message is marked, moved and noted; a note that somebody else has changed is not overwritten', async () => {
  const inbox = createInbox();
  await inbox.put('a', 1);
  expect(await markMessage(inbox.deps, editor, 'a', false)).toMatchObject({ ok: true, message: { unread: false } });
  expect(await moveMessage(inbox.deps, editor, 'a', 'spam')).toMatchObject({ ok: true, message: { folder: 'spam' } });
  expect(await noteOnMessage(inbox.deps, editor, 'a', { note: 'Uno', seen: '' })).toMatchObject({ ok: true });
  expect(await noteOnMessage(inbox.deps, editor, 'a', { note: 'Dos', seen: '' })).toEqual({
    ok: false,
    reason: 'note-changed',
    note: 'Uno',
  });
  expect(await noteOnMessage(inbox.deps, editor, 'a', { note: 'Dos', seen: 'Uno' })).toMatchObject({ ok: true });
  expect(await noteOnMessage(inbox.deps, editor, 'a', { note: 'x'.repeat(2_001), seen: 'Dos' })).toEqual({
    ok: false,
    reason: 'long-note',
  });
  expect(await readMessage(inbox.store, editor, 'a')).toMatchObject({ note: 'Dos', unread: false, folder: 'spam' });
  expect(await inbox.log()).toEqual([]);
  for (const id of ['gone', '../x', '']) {
    expect(await markMessage(inbox.deps, editor, id, true)).toEqual({ ok: false, reason: 'not-found' });
  }
});

test('a message is assigned to those who may handle the inbox, and the log says to whom, but not whose it is', async () => {
  const inbox = createInbox();
  await inbox.put('a', 1);
  expect(await assignMessage(inbox.deps, editor, 'a', 'eva')).toMatchObject({ message: { assignee: { id: 'eva' } } });
  await assignMessage(inbox.deps, editor, 'a', 'eva');
  for (const id of ['vera', 'nobody']) {
    expect(await assignMessage(inbox.deps, editor, 'a', id)).toEqual({ ok: false, reason: 'not-assignable' });
  }
  expect(await assignMessage(inbox.deps, editor, 'a', undefined)).toMatchObject({ ok: true });
  expect(await readMessage(inbox.store, editor, 'a')).not.toHaveProperty('assignee');
  const log = await inbox.log();
  expect(log.map(({ action, object }) => [action, object?.name]).sort()).toEqual([
    ['message.assigned', 'EVA'],
    ['message.unassigned', undefined],
  ]);
  expect(JSON.stringify(log)).not.toMatch(/Luis|example\.org|pregunta/);
});

test('a message is deleted once', async () => {
  const inbox = createInbox();
  await inbox.put('a', 1);
  expect(await deleteMessage(inbox.deps, editor, 'a')).toBe(true);
  expect(await deleteMessage(inbox.deps, editor, 'a')).toBe(false);
  expect(await readMessage(inbox.store, editor, 'a')).toBeUndefined();
  expect((await inbox.log()).map(({ action, actor }) => [action, actor])).toEqual([
    ['message.deleted', { kind: 'person', id: 'editor', name: 'EDITOR' }],
  ]);
});

test('an export is a table that no spreadsheet takes for formulas, or JSON with the same contents', async () => {
  const inbox = createInbox();
  await inbox.put('a', 0, { name: '=1+1', text: 'Dijo "hola",\n@SUM(A1)', note: '\t=x' });
  const csv = await exportMessages(inbox.deps, editor, { view: 'all' }, 'csv');
  expect(csv).toBe(
    '\ufeff"sentAt","name","email","message","language","folder","unread","assignee","note"\r\n' +
      `"1970-01-01T00:00:00.000Z","'=1+1","a@example.org","Dijo ""hola"",\n'@SUM(A1)","es","inbox","true","","'\t'=x"\r\n`,
  );
  const json = JSON.parse(await exportMessages(inbox.deps, editor, { view: 'all', words: 'hola' }, 'json')) as unknown;
  expect(json).toMatchObject([{ name: '=1+1', message: 'Dijo "hola",\n@SUM(A1)', unread: true }]);
  expect((await inbox.log()).map(({ action, details }) => [action, details])).toEqual([
    ['message.exported', { count: 1 }],
    ['message.exported', { count: 1 }],
  ]);
});

test('messages are deleted after their time, in every folder, and the log says how many', async () => {
  const inbox = createInbox();
  const now = 500 * DAY;
  await inbox.put('old', now - 180 * DAY - 1);
  await inbox.put('spam', now - 200 * DAY, { folder: 'spam' });
  await inbox.put('young', now - 180 * DAY);
  expect(await pruneMessages(inbox.store, { now })).toBe(2);
  expect(await pruneMessages(inbox.store, { now })).toBe(0);
  expect(ids(await inbox.list())).toEqual(['young']);
  expect(await pruneMessages(inbox.store, { now, days: 30 })).toBe(1);
  expect((await inbox.log()).map(({ details }) => details?.count).sort()).toEqual([1, 2]);
});

test.each(['viewer', 'author', 'translator'] as const)('a %s may do nothing with messages', async (role) => {
  const inbox = createInbox();
  await inbox.put('a', 1);
  const actor = person(role);
  const tries: (() => Promise<unknown>)[] = [
    () => inbox.list({}, actor),
    () => readMessage(inbox.store, actor, 'a'),
    () => countUnread(inbox.store, actor),
    () => markMessage(inbox.deps, actor, 'a', false),
    () => moveMessage(inbox.deps, actor, 'a', 'spam'),
    () => noteOnMessage(inbox.deps, actor, 'a', { note: 'x', seen: '' }),
    () => assignMessage(inbox.deps, actor, 'a', undefined),
    () => deleteMessage(inbox.deps, actor, 'a'),
    () => exportMessages(inbox.deps, actor, { view: 'all' }, 'csv'),
  ];
  for (const attempt of tries) await expect((async () => attempt())()).rejects.toThrow(Forbidden);
  expect(await readMessage(inbox.store, editor, 'a')).toMatchObject({ unread: true, note: '' });
});

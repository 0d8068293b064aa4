import { expect, onTestFinished, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { invitations, users } from '#core/accounts/account-collections.ts';
import { itemCards } from '#core/content/collections.ts';
import type { Collection } from '#core/documents/collection.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { fileCards } from '#core/files/file-card.ts';
import { files } from '#core/files/site-file.ts';
import { messages } from '#core/inbox/messages-collection.ts';
import type { EditedItem, LiveEvent, LiveTopic } from '#core/live/live-topics.ts';
import { person } from '../../test/helpers/content/create-item-site.ts';
import { messageOf } from '../../test/helpers/data-folders/write-messages.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { createLiveHub, type PresenceSource } from './live-hub.ts';

function createHub(change: (store: DocumentStore) => DocumentStore = (store) => store, presence?: PresenceSource) {
  const store = createMemoryDocumentStore({
    collections: [messages, users, invitations, itemCards, fileCards, files] as Collection[],
  });
  const log = createFakeLog();
  const hub = createLiveHub({ store: change(store), log, ...(presence && { presence }) });
  onTestFinished(() => hub.close());
  const put = (id: string, unread = true) => store.commit([setDocument(messages.at(id), messageOf({ unread }))]);
  const listen = (actor = person('editor')) => {
    const all: LiveEvent[] = [];
    const leave = hub.join({ actor, send: (line) => all.push(JSON.parse(new TextDecoder().decode(line))) });
    const of = (topic: LiveTopic) => all.filter((event) => event.topic === topic);
    const topics = () => [...new Set(all.map(({ topic }) => topic))].sort();
    return { events: () => of('inbox'), of, topics, leave, last: () => of('inbox').at(-1)?.value };
  };
  return { put, listen, log };
}

test('whoever may handle the inbox is told how many are unread, now and after each change', async () => {
  const { put, listen } = createHub();
  await put('a');
  const one = listen();
  await eventually(() => expect(one.last()).toEqual({ unread: 1 }));
  const other = listen(person('owner'));
  await eventually(() => expect(other.last()).toEqual({ unread: 1 }));
  await put('b');
  await eventually(() => expect([one.last(), other.last()]).toEqual([{ unread: 2 }, { unread: 2 }]));
  expect(one.events().at(-1)?.revision).toBe(other.events().at(-1)?.revision);
  const revisions = one.events().map(({ revision }) => revision);
  expect(new Set(revisions).size).toBe(revisions.length);
  one.leave?.();
  await put('a', false);
  await eventually(() => expect(other.last()).toEqual({ unread: 1 }));
  expect(one.last()).toEqual({ unread: 2 });
});

test.each([
  ['viewer', []],
  ['author', ['files', 'items', 'presence']],
  ['translator', ['files', 'items', 'presence']],
  ['editor', ['files', 'inbox', 'items', 'presence']],
  ['owner', ['files', 'inbox', 'items', 'people', 'presence']],
] as const)('a person who is %s hears of what the policy table lets them see', async (role, topics) => {
  const { listen, put } = createHub();
  const listener = listen(person(role));
  await put('a');
  await eventually(() => expect(listener.topics()).toEqual(topics));
});

test('who edits what is told as people come and go', async () => {
  let tell = () => {};
  let edited: EditedItem[] = [];
  const { listen } = createHub(undefined, {
    edited: () => edited,
    followEdited(listener) {
      tell = listener;
      return () => {};
    },
  });
  const { of } = listen(person('author'));
  await eventually(() => expect(of('presence').at(-1)?.value).toEqual({ edited: [] }));
  edited = [{ itemId: 'a', people: [{ id: 'eva', name: 'Eva' }] }];
  tell();
  await eventually(() => expect(of('presence').at(-1)?.value).toEqual({ edited }));
  // Another window of the same person changes nothing; whoever joins meanwhile is told all the same.
  tell();
  const late = listen(person('author'));
  await eventually(() => expect(late.of('presence')).toEqual([of('presence').at(-1)]));
  expect(of('presence')).toHaveLength(2);
});

test('every change of messages is told, also one that leaves the number of unread ones as it is', async () => {
  const { put, listen } = createHub();
  await put('a');
  const listener = listen();
  await eventually(() => expect(listener.last()).toEqual({ unread: 1 }));
  await put('b', false);
  await eventually(() => expect(new Set(listener.events().map(({ revision }) => revision)).size).toBe(2));
  expect(listener.last()).toEqual({ unread: 1 });
});

test('many changes at once are read together, once for all who listen', async () => {
  let reads = 0;
  const { put, listen } = createHub((store) => ({
    ...store,
    runAggregation: (...asked) => {
      reads++;
      return store.runAggregation(...asked);
    },
  }));
  const listeners = Array.from({ length: 50 }, () => listen());
  await Promise.all(Array.from({ length: 40 }, (_, index) => put(`m${index}`)));
  await eventually(() =>
    expect(listeners.every(({ last }) => (last() as { unread: number })?.unread === 40)).toBe(true),
  );
  expect(reads).toBeLessThan(45);
});

test('a value that cannot be read is logged, and read again after the next change', async () => {
  let isBroken = true;
  const { put, listen, log } = createHub((store) => ({
    ...store,
    runAggregation: (...asked) => (isBroken ? Promise.reject(new Error('disk full')) : store.runAggregation(...asked)),
  }));
  const { events, last } = listen();
  await eventually(() => expect(log.errors.length).toBeGreaterThan(0));
  expect(events()).toEqual([]);
  isBroken = false;
  await put('a');
  await eventually(() => expect(last()).toEqual({ unread: 1 }));
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import type { Collection } from '#core/documents/collection.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { messages } from '#core/inbox/messages-collection.ts';
import type { LiveEvent } from '#core/live/live-topics.ts';
import { person } from '../../test/helpers/create-item-site.ts';
import { messageOf } from '../../test/helpers/write-messages.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { createLiveHub } from './live-hub.ts';

function createHub(change: (store: DocumentStore) => DocumentStore = (store) => store) {
  const store = createMemoryDocumentStore({ collections: [messages as Collection] });
  const log = createFakeLog();
  const hub = createLiveHub({ store: change(store), log });
  onTestFinished(() => hub.close());
  const put = (id: string, unread = true) => store.commit([setDocument(messages.at(id), messageOf({ unread }))]);
  const listen = (actor = person('editor')) => {
    const events: LiveEvent[] = [];
    const leave = hub.join({ actor, send: (event) => events.push(JSON.parse(event)) });
    return { events, leave, last: () => events.at(-1)?.value };
  };
  return { put, listen, log };
}

test('whoever may handle the inbox is told how many are unread, now and after each change', async () => {
  const { put, listen } = createHub();
  await put('a');
  const one = listen();
  await vi.waitFor(() => expect(one.last()).toEqual({ unread: 1 }));
  const other = listen(person('owner'));
  await vi.waitFor(() => expect(other.last()).toEqual({ unread: 1 }));
  await put('b');
  await vi.waitFor(() => expect([one.last(), other.last()]).toEqual([{ unread: 2 }, { unread: 2 }]));
  expect(one.events.at(-1)?.revision).toBe(other.events.at(-1)?.revision);
  const revisions = one.events.map(({ revision }) => revision);
  expect(new Set(revisions).size).toBe(revisions.length);
  one.leave?.();
  await put('a', false);
  await vi.waitFor(() => expect(other.last()).toEqual({ unread: 1 }));
  expect(one.last()).toEqual({ unread: 2 });
});

test.each(['viewer', 'author', 'translator'] as const)('a %s has nothing to listen to', async (role) => {
  const { listen } = createHub();
  expect(listen(person(role)).leave).toBeUndefined();
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
  await vi.waitFor(() =>
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
  await vi.waitFor(() => expect(log.errors.length).toBeGreaterThan(0));
  expect(events).toEqual([]);
  isBroken = false;
  await put('a');
  await vi.waitFor(() => expect(last()).toEqual({ unread: 1 }));
});

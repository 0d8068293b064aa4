import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import type { Collection } from '#core/documents/collection.ts';
import type { ListenTarget } from '#core/documents/document-store.ts';
import { InvalidQuery } from '#core/documents/errors.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { messages } from '#core/inbox/messages-collection.ts';
import type { LiveTarget, TargetEvent } from '#core/live/live-protocol.ts';
import { messageOf } from '../../test/helpers/data-folders/write-messages.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { createSharedTargets, type SharedEvent } from './shared-targets.ts';

const LIST: LiveTarget = {
  query: { collection: messages.name, orderBy: [{ field: 'at', direction: 'asc' }], limit: 2 },
};

function create({ isResuming = true } = {}) {
  const store = createMemoryDocumentStore({ collections: [messages] as Collection[] });
  onTestFinished(() => store.close());
  const listened = new Set<{ fail: () => void }>();
  const shared = createSharedTargets({
    listen(target: ListenTarget, onSnapshot, options) {
      const { onError } = options;
      const stop = store.listen(target, onSnapshot, isResuming ? options : { onError });
      const one = { fail: () => options.onError(new Error('disk full')) };
      listened.add(one);
      return () => {
        listened.delete(one);
        stop();
      };
    },
  });
  const join = (id = '1', resumeToken?: string, target = LIST, onLine = () => {}) => {
    const lines: Uint8Array[] = [];
    const onError = vi.fn();
    const onEvent = ({ lineFor }: SharedEvent) => {
      lines.push(lineFor(id));
      onLine();
    };
    const leave = shared.join(target, { onEvent, onError }, resumeToken);
    const events = () => lines.map((line): TargetEvent => JSON.parse(new TextDecoder().decode(line)));
    const told = () =>
      events().map(({ kind, documents, removed }) => [kind, documents.map(({ path }) => path), removed]);
    return { lines, events, told, onError, leave };
  };
  const put = (id: string, at: number) => store.commit([setDocument(messages.at(id), messageOf({ at }))]);
  const remove = (id: string) => store.commit([{ kind: 'delete', path: messages.at(id).path }]);
  return { listened, join, put, remove };
}

type Joined = ReturnType<ReturnType<typeof create>['join']>;

const received = (joined: Joined, count: number) => eventually(() => expect(joined.lines).toHaveLength(count));

test('many streams have one listener in the store, and each event is serialised once for all that name it alike', async () => {
  const { listened, join, put } = create();
  await put('a', 1);
  const [one, ...others] = Array.from({ length: 20 }, () => join()) as [Joined, ...Joined[]];
  const named = join('a "name"');
  expect(listened.size).toBe(1);
  await received(named, 1);
  await put('b', 2);
  await received(named, 2);
  expect(one.told()).toEqual([
    ['state', ['messages/a'], []],
    ['changes', ['messages/b'], []],
  ]);
  for (const { lines } of others) expect(lines.every((line, index) => line === one.lines[index])).toBe(true);
  expect(named.events()).toEqual(one.events().map((event) => ({ ...event, target: 'a "name"' })));
});

test('whoever joins late gets the whole result as it is now, then the changes', async () => {
  const { listened, join, put, remove } = create();
  await put('b', 2);
  await put('c', 3);
  const first = join();
  await received(first, 1);
  await put('a', 1);
  await remove('b');
  await received(first, 3);
  const late = join();
  expect(new Set(late.events()[0]?.documents.map(({ path }) => path))).toEqual(new Set(['messages/a', 'messages/c']));
  expect(late.events()[0]).toMatchObject({ kind: 'state', resumeToken: first.events()[2]?.resumeToken });
  const later = join();
  expect(later.lines[0]).toBe(late.lines[0]);
  await remove('c');
  await received(late, 2);
  expect(late.lines[1]).toBe(first.lines[3]);
  expect(listened.size).toBe(1);
});

test('the last one to leave stops the listener, and whoever comes after it has a new one', async () => {
  const { listened, join, put } = create();
  const [one, other] = [join(), join()];
  await received(other, 1);
  one.leave();
  expect(listened.size).toBe(1);
  await put('a', 1);
  await received(other, 2);
  expect(one.lines).toHaveLength(1);
  other.leave();
  expect(listened.size).toBe(0);
  const next = join();
  await received(next, 1);
  expect(next.told()).toEqual([['state', ['messages/a'], []]]);
});

test('whoever resumes gets what has changed since, and shares a listener as soon as both are at the same place', async () => {
  const { listened, join, put, remove } = create();
  await put('a', 1);
  const first = join();
  await received(first, 1);
  const token = first.events()[0]?.resumeToken;
  await put('b', 2);
  await received(first, 2);
  const same = join('1', token);
  await received(same, 1);
  expect(same.told()).toEqual([['changes', ['messages/b'], []]]);
  expect(listened.size).toBe(1);
  same.leave();
  await put('outside', 9);
  const resumed = join('1', token);
  await received(resumed, 1);
  expect(resumed.told()).toEqual([['changes', ['messages/b'], []]]);
  expect(listened.size).toBe(2);
  await remove('a');
  await received(resumed, 2);
  await received(first, 3);
  expect(listened.size).toBe(1);
  first.leave();
  await put('b', 3);
  await received(resumed, 3);
  expect(resumed.told().slice(1)).toEqual([
    ['changes', ['messages/outside'], ['messages/a']],
    ['changes', ['messages/b'], []],
  ]);
  expect(first.lines).toHaveLength(3);
  expect(join().told()).toEqual([['state', ['messages/b', 'messages/outside'], []]]);
  resumed.leave();
  expect(listened.size).toBe(1);
});

test('many that resume from different places become one, although none of them knows the whole result', async () => {
  const { listened, join, put } = create();
  const watcher = join();
  await received(watcher, 1);
  for (const [index, id] of ['a', 'b', 'c'].entries()) {
    await put(id, index);
    await received(watcher, Math.min(index + 2, 3));
  }
  watcher.leave();
  const resumed: Joined[] = [];
  for (const [index, { resumeToken }] of watcher.events().entries()) {
    const joined = join('1', resumeToken);
    resumed.push(joined);
    await received(joined, 1);
    await put(`outside${index}`, 9);
  }
  expect(listened.size).toBe(3);
  await put('a', 1);
  for (const joined of resumed) await received(joined, 2);
  expect(listened.size).toBe(1);
  const late = join();
  await received(late, 1);
  expect(late.events()[0]).toMatchObject({ kind: 'state', documents: [{}, {}] });
  await put('a', 0);
  for (const joined of [...resumed, late]) await received(joined, joined === late ? 2 : 3);
  expect(listened.size).toBe(1);
});

test('whoever resumes from where the others are is told that nothing has changed, without another listener', async () => {
  const { listened, join, put } = create();
  await put('a', 1);
  const first = join();
  await received(first, 1);
  const resumed = join('1', first.events()[0]?.resumeToken);
  expect(resumed.told()).toEqual([['changes', [], []]]);
  expect(listened.size).toBe(1);
});

test('nobody is left behind when others leave because of an event', async () => {
  const { listened, join, put } = create();
  await put('a', 1);
  const first = join();
  await received(first, 1);
  const token = first.events()[0]?.resumeToken;
  await put('b', 2);
  await received(first, 2);
  await put('outside', 9);
  const leaving = join('1', token, LIST, () => leaving.lines.length > 1 && first.leave());
  const resumed = join('1', token);
  await received(resumed, 1);
  for (const [index, at] of [0, 1, 0].entries()) {
    await put('a', at);
    await received(resumed, index + 2);
  }
  expect(listened.size).toBe(1);
});

test('where the store cannot resume, whoever comes back gets the whole result and shares the listener', async () => {
  const { listened, join, put } = create({ isResuming: false });
  await put('a', 1);
  const first = join();
  await received(first, 1);
  await put('outside', 1);
  await received(first, 2);
  await put('far', 9);
  const resumed = join('1', first.events()[0]?.resumeToken);
  await received(resumed, 1);
  expect(resumed.told()).toEqual([['state', ['messages/a', 'messages/outside'], []]]);
  expect(listened.size).toBe(1);
  await put('a', 0);
  await received(resumed, 2);
  expect(resumed.lines[1]).toBe(first.lines[2]);
});

test('a failure is told to all, and the next one listens anew', async () => {
  const { listened, join } = create();
  const joined = [join(), join()];
  for (const { fail } of listened) fail();
  for (const { onError } of joined) expect(onError).toHaveBeenCalledTimes(1);
  expect(listened.size).toBe(0);
  await received(join(), 1);
  expect(listened.size).toBe(1);
});

test('a malformed target is refused each time', () => {
  const { listened, join } = create();
  const malformed: LiveTarget = { query: { collection: 'nothing', limit: 1 } };
  for (const _ of [1, 2]) expect(() => join('1', undefined, malformed)).toThrow(InvalidQuery);
  expect(listened.size).toBe(0);
});

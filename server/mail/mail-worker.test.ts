import { expect, onTestFinished, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import type { Collection } from '#core/documents/collection.ts';
import { createMailQueue, enqueueMail, MAIL_LEASE, mailQueue } from '#core/messages/mail-queue.ts';
import type { Mail, SendOutcome } from '#core/messages/mailer.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { partial } from '../../test/helpers/partial.ts';
import type { Log } from '../log/log.ts';
import { startMailWorker } from './mail-worker.ts';

const mail = (id: string): Mail => ({
  id,
  kind: 'confirm-code',
  to: 'ana@example.org',
  senderName: 'Meki',
  subject: '482913 es su código',
  text: '482913',
  html: '<p>482913</p>',
  language: 'es-MX',
  createdAt: 0,
  code: '482913',
});

const down: SendOutcome = { ok: false, failure: 'temporary', reason: 'the mail server cannot be reached' };
const refused: SendOutcome = { ok: false, failure: 'permanent', reason: 'no such reader' };

/** A queue with a clock that the test controls. */
function createPost() {
  const store = createMemoryDocumentStore({ collections: [mailQueue as Collection] });
  const clock = { time: 0 };
  const now = () => clock.time;
  const alarms = new Set<{ at: number; ring: () => void }>();
  const lines: string[] = [];
  const line = (level: string) => (fields: unknown, text?: string) =>
    void lines.push(`${level}: ${typeof fields === 'string' ? fields : `${text} ${JSON.stringify(fields)}`}`);
  const log = partial<Log>({ info: line('info'), warn: line('warn'), error: line('error') });
  const newQueue = () => createMailQueue({ store, now, random: () => 0.5 });
  const start = (send: (mail: Mail, signal?: AbortSignal) => Promise<SendOutcome>) => {
    const worker = startMailWorker({
      queue: newQueue(),
      mailer: { send: (each, options) => send(each, options?.signal) },
      store,
      log,
      now,
      setAlarm(milliseconds, ring) {
        const alarm = { at: clock.time + milliseconds, ring };
        alarms.add(alarm);
        return () => alarms.delete(alarm);
      },
    });
    onTestFinished(() => worker.stop());
    return worker;
  };
  return {
    store,
    clock,
    lines,
    newQueue,
    start,
    enqueue: (id: string, options?: { expiresAt: number }) => store.commit([enqueueMail(mail(id), options)]),
    waiting: async () => (await store.runQuery({ collection: 'mail-queue' })).map(({ data }) => data),
    moveTo(time: number) {
      clock.time = time;
      for (const alarm of [...alarms].filter(({ at }) => at <= time)) {
        alarms.delete(alarm);
        alarm.ring();
      }
    },
  };
}

test('a mail is sent as soon as its commit is made, and forgotten', async () => {
  const post = createPost();
  const sent: string[] = [];
  post.start(async ({ id }) => {
    sent.push(id);
    return { ok: true };
  });
  await post.enqueue('a');
  await eventually(async () => expect(await post.waiting()).toEqual([]));
  expect(sent).toEqual(['a']);
});

test('while the server is down mail waits longer each time; once it is up everything goes', async () => {
  const post = createPost();
  let outcome: SendOutcome = down;
  const tries: number[] = [];
  const worker = post.start(async () => {
    tries.push(post.clock.time);
    return outcome;
  });
  await post.enqueue('a');
  await eventually(async () => expect(await post.waiting()).toMatchObject([{ attempts: 1, dueAt: 1000 }]));
  for (const time of [999, 1000, 2999, 3000, 6999, 7000]) {
    await worker.idle();
    post.moveTo(time);
  }
  await worker.idle();
  expect(tries).toEqual([0, 1000, 3000, 7000]);
  outcome = { ok: true };
  post.moveTo(15_000);
  await worker.idle();
  expect(await post.waiting()).toEqual([]);
  expect(post.lines.filter((each) => each.startsWith('warn'))).toHaveLength(1);
  expect(post.lines).toContain('info: Mail can be sent again');
});

test('a mail that waits is sent by the next start', async () => {
  const post = createPost();
  const first = post.start(async () => down);
  await post.enqueue('a');
  await eventually(async () => expect(await post.waiting()).toMatchObject([{ dueAt: 1000 }]));
  await first.stop();
  post.moveTo(1000);
  const sent: string[] = [];
  const second = post.start(async ({ id }) => {
    sent.push(id);
    return { ok: true };
  });
  await second.idle();
  expect(sent).toEqual(['a']);
});

test('two instances send each mail once', async () => {
  const post = createPost();
  for (let i = 0; i < 30; i++) await post.enqueue(`m${i}`);
  const sent: string[] = [];
  const send = async ({ id }: Mail): Promise<SendOutcome> => {
    sent.push(id);
    return { ok: true };
  };
  const workers = [post.start(send), post.start(send)];
  await eventually(async () => expect(await post.waiting()).toEqual([]));
  await Promise.all(workers.map((worker) => worker.idle()));
  expect(sent).toHaveLength(30);
  expect(new Set(sent).size).toBe(30);
});

test('what an instance took and never came back for is tried again when its lease ends', async () => {
  const post = createPost();
  await post.enqueue('a');
  const [lost] = await post.newQueue().take(1);
  expect(lost?.attempt).toBe(1);
  expect(await post.newQueue().take(1)).toEqual([]);
  post.clock.time = MAIL_LEASE;
  const [again] = await post.newQueue().take(1);
  expect(again?.attempt).toBe(2);
  await lost?.remove();
  expect(await post.waiting()).toHaveLength(1);
  await again?.remove();
  expect(await post.waiting()).toEqual([]);
});

test('a mail that is refused for good is given up, and told once without what it says or to whom', async () => {
  const post = createPost();
  let tries = 0;
  const worker = post.start(async () => {
    tries += 1;
    return refused;
  });
  await post.enqueue('a');
  await eventually(async () => expect(await post.waiting()).toEqual([]));
  await worker.idle();
  expect(tries).toBe(1);
  expect(post.lines).toHaveLength(1);
  expect(post.lines[0]).toMatch(/^error: A message was refused permanently.*no such reader/);
  expect(post.lines.join()).not.toMatch(/482913|ana@/);
});

test('a code that is no longer valid is not sent', async () => {
  const post = createPost();
  const sent: string[] = [];
  const worker = post.start(async ({ id }) => {
    sent.push(id);
    return down;
  });
  await post.enqueue('a', { expiresAt: 900 });
  await eventually(async () => expect(await post.waiting()).toMatchObject([{ dueAt: 1000 }]));
  await worker.idle();
  post.moveTo(1000);
  await eventually(async () => expect(await post.waiting()).toEqual([]));
  expect(sent).toEqual(['a']);
});

test('a mailer that throws loses nothing', async () => {
  const post = createPost();
  post.start(async () => {
    throw new Error('surprise');
  });
  await post.enqueue('a');
  await eventually(async () => expect(await post.waiting()).toMatchObject([{ attempts: 1, dueAt: 1000 }]));
});

test('stopping breaks off what is under way and keeps it', async () => {
  const post = createPost();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const worker = post.start(
    (_, signal) =>
      new Promise((__, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        begin();
      }),
  );
  await post.enqueue('a');
  await begun;
  await worker.stop();
  expect(await post.waiting()).toHaveLength(1);
});

test('a commit whose mail is named already is refused whole', async () => {
  const post = createPost();
  await post.enqueue('a');
  await expect(post.enqueue('a')).rejects.toThrow('a');
});

test.each([
  ['one that was never tried', false],
  ['one that waits to be tried again', true],
])('%s goes out after one lease when the clock was set back by a year, once', async (_which, isTried) => {
  const post = createPost();
  const year = 365 * 24 * 3_600_000;
  post.moveTo(year);
  await post.store.commit([enqueueMail({ ...mail('a'), createdAt: year })]);
  if (isTried) {
    const [taken] = await post.newQueue().take(1);
    await taken?.postpone();
  }
  post.moveTo(0);
  const sent: string[] = [];
  const worker = post.start(async ({ id }) => {
    sent.push(id);
    return { ok: true };
  });
  await worker.idle();
  expect(sent).toEqual([]);
  post.moveTo(MAIL_LEASE);
  await eventually(async () => expect(await post.waiting()).toEqual([]));
  post.moveTo(2 * year);
  await worker.idle();
  expect(sent).toEqual(['a']);
});

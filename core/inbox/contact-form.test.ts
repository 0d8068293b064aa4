import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import type { Collection } from '../documents/collection.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { StoreUnavailable } from '../documents/errors.ts';
import type { ComposeMail } from '../messages/compose-mail.ts';
import { mailQueue } from '../messages/mail-queue.ts';
import { createContactForm, LEAST_TIME_MS, MESSAGES_PER_HOUR, type SentMessage } from './contact-form.ts';
import { messages } from './messages-collection.ts';

const compose: ComposeMail = async (to, language, contents) => {
  const text = JSON.stringify(contents);
  const id = crypto.randomUUID();
  return { id, kind: contents.kind, to, senderName: 'Meki', subject: 'x', text, html: text, language, createdAt: 1 };
};

const team = [
  { email: 'ana@example.org', language: 'es' },
  { email: 'eva@example.org', language: 'en' },
];

function createSite(change: (store: DocumentStore) => DocumentStore = (store) => store) {
  const store = createMemoryDocumentStore({ collections: [messages, mailQueue] as Collection[] });
  const clock = { wall: Date.UTC(2026, 10, 23, 12), steady: 1_000_000 };
  const form = createContactForm({
    store: change(store),
    compose,
    readTeam: async () => team,
    now: () => clock.wall,
    steady: () => clock.steady,
  });
  return {
    ...form,
    clock,
    kept: async () => (await store.runQuery({ collection: 'messages' })).map(({ data }) => data),
    mails: async () => (await store.runQuery({ collection: 'mail-queue' })).map(({ data }) => data),
  };
}

const message = (text: string, rest: Partial<SentMessage> = {}): SentMessage => ({
  name: 'Luis',
  email: 'luis@example.org',
  text,
  language: 'es',
  isTrapped: false,
  ...rest,
});
const HOME = '203.0.113.7';

test('a message is stored unread, with a mail to each of the team in their language', async () => {
  const site = createSite();
  expect(await site.send(message('Hola'), HOME)).toEqual({ ok: true });
  expect(await site.kept()).toEqual([
    {
      name: 'Luis',
      email: 'luis@example.org',
      text: 'Hola',
      language: 'es',
      at: site.clock.wall,
      folder: 'inbox',
      unread: true,
      note: '',
    },
  ]);
  const sent = (await site.mails()).map(({ mail }) => mail as { to: string; language: string });
  expect(sent.map(({ to, language }) => [to, language]).sort()).toEqual([
    ['ana@example.org', 'es'],
    ['eva@example.org', 'en'],
  ]);
});

test('the same message sent twice is stored and mailed once; on another day it is another one', async () => {
  const site = createSite();
  await Promise.all([site.send(message('Hola'), HOME), site.send(message('Hola'), HOME)]);
  expect(await site.kept()).toHaveLength(1);
  expect(await site.mails()).toHaveLength(2);
  site.clock.wall += 24 * 3_600_000;
  expect(await site.send(message('Hola'), HOME)).toEqual({ ok: true });
  expect(await site.kept()).toHaveLength(2);
});

test('what fills in the hidden field is kept as spam, and nobody is mailed', async () => {
  const site = createSite();
  expect(await site.send(message('Buy', { isTrapped: true }), HOME)).toEqual({ ok: true });
  expect(await site.kept()).toMatchObject([{ folder: 'spam' }]);
  expect(await site.mails()).toEqual([]);
});

test('a form that comes back at once is not taken, and is taken when it is sent again', async () => {
  const site = createSite();
  site.noteVisit(HOME);
  site.clock.steady += LEAST_TIME_MS - 1;
  expect(await site.send(message('Hola'), HOME)).toEqual({ ok: false, reason: 'too-quick' });
  expect(await site.kept()).toEqual([]);
  expect(await site.send(message('Hola'), '198.51.100.1')).toEqual({ ok: true });
  site.clock.steady += 1;
  expect(await site.send(message('Hola de nuevo'), HOME)).toEqual({ ok: true });
  expect(await site.kept()).toHaveLength(2);
});

test('a network sends five messages an hour, however many addresses of IPv6 it has', async () => {
  const site = createSite();
  for (let count = 0; count < MESSAGES_PER_HOUR; count++) {
    expect(await site.send(message(`n.º ${count}`), `2001:db8:1:2::${count + 1}`)).toEqual({ ok: true });
  }
  const refused = await site.send(message('one more'), '2001:db8:1:2:ffff::1');
  expect(refused).toEqual({ ok: false, reason: 'too-many', retryAfterSeconds: 720 });
  expect(await site.send(message('another'), '2001:db8:1:3::1')).toEqual({ ok: true });
  site.clock.steady += 720_000;
  expect(await site.send(message('one more'), '2001:db8:1:2::1')).toEqual({ ok: true });
});

test('what cannot be stored does not count, and nothing of it remains', async () => {
  let isFull = true;
  const site = createSite((store) => ({
    ...store,
    commit: (writes) => (isFull ? Promise.reject(new StoreUnavailable('full')) : store.commit(writes)),
  }));
  for (let count = 0; count < 2 * MESSAGES_PER_HOUR; count++) {
    await expect(site.send(message('Hola'), HOME)).rejects.toThrow(StoreUnavailable);
  }
  expect([...(await site.kept()), ...(await site.mails())]).toEqual([]);
  isFull = false;
  expect(await site.send(message('Hola'), HOME)).toEqual({ ok: true });
});

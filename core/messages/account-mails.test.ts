import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import type { User } from '../accounts/user.ts';
import type { Collection } from '../documents/collection.ts';
import { createAccountMailSender, createAccountNotices } from './account-mails.ts';
import type { ComposeMail } from './compose-mail.ts';
import { mailQueue } from './mail-queue.ts';

const createPost = () => {
  const store = createMemoryDocumentStore({ collections: [mailQueue as Collection] });
  const compose: ComposeMail = async (to, locale, contents) => {
    const text = JSON.stringify(contents);
    const language = locale;
    const { kind } = contents;
    return { id: 'm', kind, to, senderName: 'Meki', subject: kind, text, html: text, language, createdAt: 1000 };
  };
  const queued = async () => (await store.runQuery({ collection: 'mail-queue' })).map(({ data }) => data);
  return { store, compose, queued };
};

test('a code waits in the queue until it is no longer valid, without the name that came with it', async () => {
  const post = createPost();
  const data = { name: 'Buy now', code: '482913', minutes: 10 };
  await createAccountMailSender(post)({ kind: 'confirm-code', to: 'a@example.org', locale: 'es', data });
  const [queued] = await post.queued();
  expect(queued).toMatchObject({ expiresAt: 601_000, mail: { to: 'a@example.org', kind: 'confirm-code' } });
  expect(JSON.stringify(queued)).not.toContain('Buy now');
});

test('a changed email is told to the old address, a changed password to the one there is', async () => {
  const user = { id: 'u', email: 'new@example.org', language: 'en' } as User;
  for (const [event, to] of [
    [{ kind: 'email-changed', at: 1, userId: 'u', from: 'old@example.org', to: user.email }, 'old@example.org'],
    [{ kind: 'password-reset', at: 1, userId: 'u' }, 'new@example.org'],
  ] as const) {
    const post = createPost();
    await createAccountNotices({ ...post, lookup: async () => user })(event);
    expect(await post.queued()).toMatchObject([{ mail: { to, language: 'en' } }]);
  }
});

test('nothing is told of other events', async () => {
  const post = createPost();
  const notice = createAccountNotices({ ...post, lookup: async () => undefined });
  await notice({ kind: 'signed-in', at: 1, userId: 'u' });
  await notice({ kind: 'password-changed', at: 1, userId: 'gone' });
  expect(await post.queued()).toEqual([]);
});

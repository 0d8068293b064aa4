import { expect, test, vi } from 'vitest';
import type { AccountMail } from '#core/accounts/identity.ts';
import { createPostbox } from './postbox.ts';

const mail: AccountMail = { kind: 'existing-account', to: 'ana@meki.test', locale: 'es', data: { name: 'Ana' } };

test('a mail is handed on after the delay, and not before', () => {
  vi.useFakeTimers();
  try {
    const send = vi.fn(async () => {});
    createPostbox(
      send,
      () => {},
      () => 100,
    ).post(mail);
    vi.advanceTimersByTime(99);
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(send).toHaveBeenCalledExactlyOnceWith(mail);
  } finally {
    vi.useRealTimers();
  }
});

test('what still waits is handed on when the box is emptied, and only once', async () => {
  const sent: AccountMail[] = [];
  const postbox = createPostbox(
    async (posted) => void sent.push(posted),
    () => {},
    () => 60_000,
  );
  postbox.post(mail);
  await postbox.empty();
  await postbox.empty();
  expect(sent).toEqual([mail]);
});

test('a mail that cannot be handed on is reported', async () => {
  const errors: unknown[] = [];
  const failure = new Error('no room');
  const postbox = createPostbox(
    () => Promise.reject(failure),
    (error) => errors.push(error),
    () => 0,
  );
  postbox.post(mail);
  await postbox.empty();
  expect(errors).toEqual([failure]);
});

import { expect, test, vi } from 'vitest';
import { PasswordsBusy } from '#core/accounts/passwords.ts';
import { createPasswordHasher, hashesAtOnce } from './password-hasher.ts';

const cheap = { memory: 64, passes: 1 };

test('a hash is Argon2id in PHC form and lets its password through alone', async () => {
  const hasher = createPasswordHasher();
  const hash = await hasher.hold('lámpara-azul-17');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await hasher.verify(hash, 'lámpara-azul-17', 'ana@meki.test')).toBe(true);
  expect(await hasher.verify(hash, 'lámpara-azul-18', 'ana@meki.test')).toBe(false);
});

test('no two hashes of a password are the same', async () => {
  const hasher = createPasswordHasher(cheap);
  expect(await hasher.hold('x')).not.toBe(await hasher.hold('x'));
});

test('a hash that was made at another cost is still good', async () => {
  const hash = await createPasswordHasher(cheap).hold('x');
  expect(await createPasswordHasher({ memory: 128, passes: 2 }).verify(hash, 'x', 'ana@meki.test')).toBe(true);
});

test('what is no hash is refused loudly', async () => {
  await expect(createPasswordHasher(cheap).verify('nonsense', 'x', 'ana@meki.test')).rejects.toThrow(
    'not an Argon2id hash',
  );
});

test.each(['identity-platform:meki-0123456789-x:ana@example.org', 'none:0a1b'])(
  'no password opens %j, which another backend holds',
  async (holder) => {
    const hasher = createPasswordHasher(cheap);
    expect(await hasher.verify(holder, 'x', undefined)).toBe(false);
    expect(hasher.count).toBe(1);
  },
);

test('more passwords than can be hashed in good time are turned away, and the others are hashed', async () => {
  const hasher = createPasswordHasher(cheap, 2);
  const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => hasher.hold('x')));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(300 - 252);
  expect(refused.every(({ reason }) => reason instanceof PasswordsBusy)).toBe(true);
  expect(hasher.count).toBe(252);
  expect(await hasher.hold('x')).toMatch(/^\$argon2id\$/);
});

test('who has waited for ten seconds is turned away, and the next in line is not held up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const hasher = createPasswordHasher(cheap, 1);
    const first = hasher.hold('x');
    const second = hasher.hold('x');
    vi.advanceTimersByTime(5_000);
    const third = hasher.hold('x');
    vi.advanceTimersByTime(5_000);
    await expect(second).rejects.toThrow(PasswordsBusy);
    expect(await Promise.all([first, third])).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('hashing leaves a core to the pages, and threads to files and compression', () => {
  expect([1, 2, 3, 4, 64].map(hashesAtOnce)).toEqual([1, 1, 2, 2, 2]);
});

test('a holder that no password opens is the same for the same text, and takes the same work', async () => {
  const hasher = createPasswordHasher(cheap);
  const holder = hasher.unusable('an account');
  expect(hasher.unusable('an account')).toBe(holder);
  expect(hasher.unusable('another')).not.toBe(holder);
  expect(holder.replaceAll(/[\w+/]{22,}/g, '')).toBe((await hasher.hold('x')).replaceAll(/[\w+/]{22,}/g, ''));
  for (const password of ['', 'an account', holder])
    expect(await hasher.verify(holder, password, undefined)).toBe(false);
});

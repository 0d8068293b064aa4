import { expect, test } from 'vitest';
import { readyMessage } from './ready-message.ts';

const facts = {
  name: 'Meki',
  address: 'http://localhost:3000',
  dataFolder: '/data',
  startedIn: 1_234,
  signUp: 'open' as const,
  sendsMail: false,
};

test('a newcomer is told where the site is, and how to become its owner while it has none', () => {
  const message = readyMessage({ ...facts, hasOwner: false });
  expect(message).toContain('http://localhost:3000\n');
  expect(message).toContain('http://localhost:3000/admin/signup');
  expect(message).toContain('/data');
});

test('a newcomer is told where the code of the sign-up comes', () => {
  expect(readyMessage({ ...facts, hasOwner: false })).toContain('the code appears here');
  const mailing = readyMessage({ ...facts, hasOwner: false, sendsMail: true });
  expect(mailing).toContain('/admin/signup; the code comes by mail');
  expect(mailing).not.toContain('here');
});

test('where not everybody may sign up, the owner is made on the command line', () => {
  for (const signUp of ['invite', 'closed'] as const) {
    const message = readyMessage({ ...facts, hasOwner: false, signUp });
    expect(message).toContain('npx meki user create --email');
    expect(message).not.toContain('/admin/signup');
  }
});

test('nothing is said of owning a site that has an owner', () => {
  const message = readyMessage({ ...facts, hasOwner: true });
  expect(message).not.toContain('signup');
  expect(message).not.toContain('user create');
});

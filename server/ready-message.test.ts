import { expect, test } from 'vitest';
import { readyMessage } from './ready-message.ts';

const facts = { name: 'Meki', address: 'http://localhost:3000', dataFolder: '/data', startedIn: 1_234 };

test('a newcomer is told where the site is, and how to become its owner while it has none', () => {
  const message = readyMessage({ ...facts, hasOwner: false });
  expect(message).toContain('http://localhost:3000\n');
  expect(message).toContain('http://localhost:3000/admin/signup');
  expect(message).toContain('/data');
});

test('nothing is said of owning a site that has an owner', () => {
  expect(readyMessage({ ...facts, hasOwner: true })).not.toContain('signup');
});

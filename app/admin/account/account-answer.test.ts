import { parseWithZod } from '@conform-to/zod/v4';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { refuseIntent } from './account-answer.ts';

const submission = (fields: { [name: string]: string }) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseWithZod(form, { schema: z.object({ email: z.string() }) });
};
const typed = { intent: 'email', email: 'ana@meki.test', currentPassword: 'secreto-1', password: 'secreto-2' };

test('what was typed comes back, and no password does', () => {
  const { data, init } = refuseIntent({ intent: 'email', needsPassword: true }, submission(typed), 'es', {
    code: 'requires-recent-login',
  });
  expect(init).toMatchObject({ status: 403 });
  expect(data).toMatchObject({ intent: 'email', needsPassword: true });
  expect(data.result.initialValue).toMatchObject({ email: 'ana@meki.test' });
  expect(data.result.error).toHaveProperty('currentPassword');
  expect(JSON.stringify(data)).not.toContain('secreto');
});

test('here a wrong password is called one, beside its field', () => {
  const { data } = refuseIntent({ intent: 'password', needsPassword: true }, submission(typed), 'en', {
    code: 'wrong-password',
  });
  expect(data.result.error).toEqual({ currentPassword: [expect.stringContaining('current password')] });
});

test('what belongs to no field is told above the form', () => {
  const { data, init } = refuseIntent({ intent: 'delete', needsPassword: false }, submission(typed), 'en', {
    code: 'last-owner',
  });
  expect(init).toMatchObject({ status: 409 });
  expect(data.result.error).toEqual({ '': [expect.stringContaining('at least one owner')] });
});

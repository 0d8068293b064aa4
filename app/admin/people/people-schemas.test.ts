import { parseWithZod } from '@conform-to/zod/v4';
import { expect, test } from 'vitest';
import { accessSchema, inviteSchema } from './people-schemas.ts';

const problems = { email: 'email', role: 'role', languages: 'languages', person: 'person' };

function invite(...entries: [string, string][]) {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return parseWithZod(form, { schema: inviteSchema(problems) });
}

test('an invitation has an email and a role; languages are for translators', () => {
  expect(invite(['email', ' x@example.org '], ['role', 'author'])).toMatchObject({
    status: 'success',
    value: { email: 'x@example.org', role: 'author', languages: [] },
  });
  expect(invite(['email', 'x@example.org'], ['role', 'translator'], ['languages', 'en'])).toMatchObject({
    value: { languages: ['en'] },
  });
});

test('what is missing is told beside its field', () => {
  expect(invite()).toMatchObject({ error: { email: ['email'], role: ['role'] } });
  expect(invite(['email', 'x'], ['role', 'king'])).toMatchObject({ error: { email: ['email'], role: ['role'] } });
});

test('a translator needs a language, one that the site has', () => {
  const translator: [string, string][] = [
    ['email', 'x@example.org'],
    ['role', 'translator'],
  ];
  expect(invite(...translator)).toMatchObject({ error: { languages: ['languages'] } });
  expect(invite(...translator, ['languages', 'fr'])).toMatchObject({ error: { languages: ['languages'] } });
});

test('what cannot be an account is told like one that is gone', () => {
  const form = new FormData();
  form.append('person', 'a/b');
  form.append('role', 'viewer');
  expect(parseWithZod(form, { schema: accessSchema(problems) })).toMatchObject({ error: { person: ['person'] } });
});

import { describe, expect, test } from 'vitest';
import { createCommonPasswords } from './common-passwords.ts';
import { passwordProblem, passwordStrength } from './password-rules.ts';

const isCommon = createCommonPasswords();
const problem = (password: string, email = 'ana.ruiz@meki.test') => passwordProblem(password, email, isCommon);

describe('a password', () => {
  test.each(['lámpara-azul-17', 'ñandú ñandú', 'correcthorsebatterystaple', '🔒🔑🗝️🛡️🔐🧱🪟🚪', 'x7'.repeat(64)])(
    'may be %s',
    (password) => expect(problem(password)).toBeUndefined(),
  );

  test.each([
    ['1234567', 'too-short'],
    ['🔒🔑🛡🔐', 'too-short'],
    ['', 'too-short'],
    [`${'x7'.repeat(64)}x`, 'too-long'],
    ['password', 'common'],
    ['PassWord', 'common'],
    [' password ', 'common'],
    ['ｐａｓｓｗｏｒｄ', 'common'],
    ['12345678', 'common'],
    ['qwertyuiop', 'common'],
    ['iloveyou', 'common'],
    ['ana.ruiz@meki.test', 'is-email'],
    ['ANA.RUIZ@meki.test ', 'is-email'],
    ['ana.ruiz', 'is-email'],
  ])('may not be %s: it is %s', (password, expected) => expect(problem(password)).toBe(expected));
});

test.each([
  ['corta', 'too-short'],
  ['password1', 'common'],
  ['ana@meki.test', 'is-email'],
  ['aaaaaaaaaaaa', 'weak'],
  ['abcdefghijkl', 'weak'],
  ['abcabcabcabc', 'weak'],
  ['ana@meki.test1', 'weak'],
  ['jxqmvtpk', 'fair'],
  ['mesa-verde7', 'good'],
  ['lámpara-azul-17 sobre la mesa', 'strong'],
  ['correct horse battery', 'strong'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password, 'ana@meki.test', isCommon)).toBe(strength);
});

test('a longer password is never weaker', () => {
  const order = ['too-short', 'weak', 'fair', 'good', 'strong'];
  const text = 'puente-luz-84-cobre.Nube';
  const ranks = [...text].map((_, end) => order.indexOf(passwordStrength(text.slice(0, end + 1), 'ana@meki.test')));
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  expect(ranks.at(-1)).toBe(4);
});

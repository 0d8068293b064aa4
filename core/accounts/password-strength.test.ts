import { expect, test } from 'vitest';
import { createCommonPasswords } from './common-passwords.ts';
import { passwordStrength } from './password-strength.ts';

const isCommon = createCommonPasswords();

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

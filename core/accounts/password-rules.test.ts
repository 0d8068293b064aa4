import { describe, expect, test } from 'vitest';
import { createCommonPasswords } from './common-passwords.ts';
import { passwordProblem } from './password-rules.ts';

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

import { parseWithZod } from '@conform-to/zod/v4';
import { expect, test } from 'vitest';
import { PASSWORD_LENGTH } from '#core/accounts/password-rules.ts';
import { MAX_NAME_LENGTH } from '#core/accounts/user.ts';
import { createAccountTranslator } from './account-request.ts';
import { fieldProblems, signUpSchema } from './account-schemas.ts';

function problemsOf(name: string, password: string) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ name, email: 'x@example.org', password })) form.set(field, value);
  return parseWithZod(form, { schema: signUpSchema(fieldProblems(createAccountTranslator('es'))) }).reply().error;
}

test('a name and a password that are missing or too short are told as that', () => {
  expect(problemsOf('', 'corta')).toEqual({
    name: ['Escriba su nombre.'],
    password: ['Escriba una contraseña de al menos 8 caracteres.'],
  });
});

test('a name and a password that are too long are told as that', () => {
  expect(problemsOf('a'.repeat(MAX_NAME_LENGTH + 1), 'a'.repeat(PASSWORD_LENGTH.max + 1))).toEqual({
    name: ['Escriba un nombre de 120 caracteres como máximo.'],
    password: ['Muy larga: el máximo son 128 caracteres.'],
  });
});

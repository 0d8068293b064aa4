import { createTranslator } from 'use-intl/core';
import { expect, test } from 'vitest';
import { localeDefinition } from '#core/locales/locale.ts';
import { localeSet } from '#site-config';
import { readAllMessages } from './server-messages.ts';

function translatorOf(code: string) {
  const messages = readAllMessages()[code];
  if (!messages) throw new Error(`locales/${code} is missing`);
  return createTranslator({ locale: localeDefinition(localeSet, code).language, messages });
}

/** Sentences that speak of a number which may be 1, also without naming it. */
const sentencesOf = (t: ReturnType<typeof translatorOf>) =>
  [1, 2].flatMap((count) => [
    t('editor.paste.picturesHow', { count }),
    t('editor.paste.links', { count }),
    t('editor.problems.tooMany', { most: count }),
    t('editor.problems.tooLong', { most: count, count: 3 }),
  ]);

test('what is said of one thing is said of one, and of several of several', () => {
  expect(sentencesOf(translatorOf('es'))).toEqual([
    'Guárdela como archivo e insértela con el botón de imagen.',
    'Un enlace quedó como texto: su dirección no se puede usar aquí.',
    'Puede tener hasta 1 entrada.',
    'Puede tener hasta 1 carácter; tiene 3.',
    'Guárdelas como archivos e insértelas con el botón de imagen.',
    '2 enlaces quedaron como texto: sus direcciones no se pueden usar aquí.',
    'Puede tener hasta 2 entradas.',
    'Puede tener hasta 2 caracteres; tiene 3.',
  ]);
  expect(sentencesOf(translatorOf('en'))).toEqual([
    'Save it as a file and insert it with the image button.',
    'A link became plain text: its address can’t be used here.',
    'It may have up to 1 entry.',
    'It may have up to 1 character; it has 3.',
    'Save them as files and insert them with the image button.',
    '2 links became plain text: their addresses can’t be used here.',
    'It may have up to 2 entries.',
    'It may have up to 2 characters; it has 3.',
  ]);
});

import { expect, test } from 'vitest';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { titleCopies } from './read-items-messages.ts';

test('a copy says so in each language, and nothing where there is no title', () => {
  const languages = { es: { title: 'Ayuno' }, en: { title: ' ' } };
  expect(titleCopies(languages)).toEqual({ es: 'Copia de Ayuno' });
});

test('the copy of a title that is as long as it may be is no longer', () => {
  const { es = '' } = titleCopies({ es: { title: 'a'.repeat(CONTENT_LIMITS.title) } });
  expect(es).toHaveLength(CONTENT_LIMITS.title);
  expect(es.startsWith('Copia de aaa')).toBe(true);
});

test('the copy of a long title does not end in half of a character', () => {
  const before = 'Copia de '.length;
  const title = `${'a'.repeat(CONTENT_LIMITS.title - before - 1)}🩻🩻`;
  const { es = '' } = titleCopies({ es: { title } });
  expect(es.isWellFormed()).toBe(true);
  expect(es).toBe(`Copia de ${title.slice(0, -4)}`);
});

test('a language that the site has no more is none to copy the title in', () => {
  expect(titleCopies({ es: { title: 'Ayuno' }, fr: { title: 'Jeûne' } })).toEqual({ es: 'Copia de Ayuno' });
});

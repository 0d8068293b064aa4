import { expect, test } from 'vitest';
import { CONTENT_LIMITS } from '#core/content/limits.ts';
import { titleCopies } from './title-copies.ts';

test('a copy says so in each language, and nothing where there is no title', () => {
  const languages = { es: { title: 'Ayuno' }, en: { title: ' ' } };
  expect(titleCopies(languages)).toEqual({ es: 'Copia de Ayuno' });
});

test('the copy of a title that is as long as it may be is no longer', () => {
  const { es = '' } = titleCopies({ es: { title: 'a'.repeat(CONTENT_LIMITS.title) } });
  expect(es).toHaveLength(CONTENT_LIMITS.title);
  expect(es.startsWith('Copia de aaa')).toBe(true);
});

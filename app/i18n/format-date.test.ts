import { expect, it } from 'vitest';
import { formatDate } from './format-date.ts';

it('gives the day in the language asked for, in a time zone', () => {
  const justBeforeMidnightInMexico = Date.UTC(2026, 4, 9, 5, 59);
  expect(formatDate('es-MX', justBeforeMidnightInMexico, 'America/Mexico_City')).toBe('8 de mayo de 2026');
  expect(formatDate('en', justBeforeMidnightInMexico, 'America/Mexico_City')).toBe('May 8, 2026');
});

import { expect, test } from 'vitest';
import { isMarkdown } from './paste-plain-text.ts';

test.each([
  '# Antes del estudio',
  'Lleve:\n- la orden\n- su identificación',
  '1. Ayune\n2. Descanse',
  'El ayuno es de **seis horas**.',
  'Vea [la guía](https://example.org/guia).',
  '> Vengo tranquila.',
  '```\ncode\n```',
  '| a | b |\n| - | - |\n| 1 | 2 |',
])('%j is taken for Markdown', (text) => {
  expect(isMarkdown(text)).toBe(true);
});

test.each([
  'Una línea.\nOtra línea.',
  '2024. Fue un año largo.',
  'De lunes a viernes - sábados no.',
  'El #1 de la ciudad',
  '5 * 3 * 2 y **',
  '-5 °C',
  'un_nombre_de_archivo',
])('%j is taken for what it is', (text) => {
  expect(isMarkdown(text)).toBe(false);
});

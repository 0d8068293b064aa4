import { expect, test } from 'vitest';
import { MAX_LINK_TEXT } from '../content/translation-link.ts';
import { linkTo } from './link-units.ts';
import { translationReport } from './translation-state.ts';
import type { Unit } from './units.ts';

const unit = (text: string): Unit => ({ id: 'summary', text, hash: String(text.length) }) as Unit;

test('a translation remembers so much of its source and no more, and compares the same part of it', () => {
  const long = unit('x'.repeat(MAX_LINK_TEXT + 5_000));
  const link = linkTo(long);
  expect(link.text).toHaveLength(MAX_LINK_TEXT);
  expect(linkTo(unit('y')).text).toBe('y');
  const translation = { units: [unit('t')], links: { summary: link } };
  const state = (source: Unit) => translationReport({ units: [source], minorEdits: [] }, translation)[0];
  expect(state(long)).toMatchObject({ state: 'current' });
  expect(state(unit(`${long.text}more`))).toMatchObject({ state: 'stale', change: { from: link.text, to: link.text } });
  expect(linkTo(unit(`${'x'.repeat(MAX_LINK_TEXT - 1)}😀`)).text.isWellFormed()).toBe(true);
});

import { expect, test } from 'vitest';
import { Doc } from 'yjs';
import { linkTo } from '#core/translation/link-units.ts';
import { blockUnits } from '#core/translation/units.ts';
import { typeInBody, writeBody } from '../../../../test/helpers/texts/shared-texts.ts';
import { linksOf, readShownLanguage } from './read-shown-language.ts';
import { createTranslationDesk } from './translation-desk.ts';

function createDraft(title: string, texts: { [id: string]: string }): Doc {
  const doc = new Doc();
  doc.getText('title').insert(0, title);
  const content = Object.entries(texts).map(([id, text]) => ({
    type: 'paragraph',
    attrs: { id },
    content: [{ type: 'text', text }],
  }));
  writeBody(doc, { type: 'doc', content });
  return doc;
}

/** Links blocks of a translation to those of the source. */
function link(translation: Doc, source: Doc, pairs: { [unit: string]: string }): void {
  const units = blockUnits(readShownLanguage(source, { fields: [] }).body);
  for (const [unit, origin] of Object.entries(pairs)) {
    const found = units.find(({ id }) => id === `block:${origin}`);
    if (found) linksOf(translation).set(`block:${unit}`, linkTo(found));
  }
}

const spanish = () => createDraft('Ayuno', { a: 'No coma.', b: 'Beba agua.', c: 'Descanse.' });

function compare(source: Doc, reference: Doc, translation: Doc) {
  return createTranslationDesk({
    source,
    reference,
    translation,
    shared: new Doc(),
    type: { fields: [] },
    canLink: true,
    whenIdle: () => () => {},
  });
}

test('a translation seen from another one is paired with it, and keeps its states of the source', () => {
  const source = spanish();
  const english = createDraft('Fasting', { x: 'Do not eat.', y: 'Drink water.', z: 'Ours only.' });
  const french = createDraft('Jeûne', { q: 'Buvez de l’eau.', p: 'Ne mangez pas.' });
  link(english, source, { x: 'a', y: 'b' });
  link(french, source, { p: 'a', q: 'b' });
  const { state, refresh } = compare(source, english, french);
  refresh();
  const seen = state.read();
  expect(seen?.by.source.get('block:x')).toMatchObject({ unit: 'block:p', source: 'block:x' });
  expect(seen?.by.translation.get('block:q')).toMatchObject({ unit: 'block:q', source: 'block:y' });
  expect(seen?.by.source.get('block:z')).toBeUndefined();
  expect(seen?.by.source.get('title')?.source).toBe('title');
  expect(seen?.content.source.title).toBe('Fasting');
});

test('what only the original has is counted, and leads to the source when a block is added', () => {
  const source = spanish();
  const english = createDraft('Fasting', { x: 'Do not eat.' });
  const french = createDraft('Jeûne', {});
  link(english, source, { x: 'a' });
  const seen = compare(source, english, french).state.read();
  expect(seen?.counts.missing).toBe(3);
  const missing = seen?.by.source.get('block:x');
  expect(missing).toMatchObject({ state: 'missing', source: 'block:x' });
  expect(missing && seen?.original?.reportOf(missing)?.source).toBe('block:a');
  expect(seen?.reports.every(({ unit, source: from }) => unit ?? from)).toBe(true);
});

test('marking a unit as current follows the source, whatever it is seen from', () => {
  const source = spanish();
  const english = createDraft('Fasting', { x: 'Do not eat.' });
  const french = createDraft('Jeûne', { p: 'Ne mangez pas.' });
  link(english, source, { x: 'a' });
  link(french, spanish(), { p: 'a' });
  typeInBody(source, 0, 0, 'Por favor: ');
  const desk = compare(source, english, french);
  expect(desk.state.read()?.by.source.get('block:x')?.state).toBe('stale');
  desk.markCurrent('block:p');
  expect(compare(source, english, french).state.read()?.by.source.get('block:x')?.state).toBe('current');
});

import { expect, test } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { blockUnitId } from '#core/translation/units.ts';
import { typeInBody, writeBody } from '../../../../test/helpers/texts/shared-texts.ts';
import { canStartFromSource } from './fill-blocks.ts';
import { linksOf } from './read-shown-language.ts';
import { createTranslationDesk } from './translation-desk.ts';

const block = (id: string, text: string) => ({
  type: 'paragraph',
  attrs: { id },
  content: [{ type: 'text', text }],
});

function createDraft(title: string, ...blocks: ReturnType<typeof block>[]) {
  const doc = new Doc();
  doc.getText('title').insert(0, title);
  writeBody(doc, { type: 'doc', content: blocks });
  return doc;
}

/** The characters of a block of a draft. */
function textOf(doc: Doc, index: number) {
  return { insert: (at: number, text: string) => typeInBody(doc, index, at, text) };
}

function openDesk(source: Doc, translation: Doc, shared = new Doc()) {
  let work: (() => void) | undefined;
  const desk = createTranslationDesk({
    source,
    translation,
    shared,
    type: { fields: [] },
    canLink: true,
    whenIdle: (next) => {
      work = next;
      return () => {
        work = undefined;
      };
    },
  });
  return {
    ...desk,
    idle: () => work?.(),
    stateOf: (unit: string) => desk.state.read()?.by.translation.get(unit)?.state,
  };
}

test('a translated block is stale when the source changes, and current again once that is noted', () => {
  const source = createDraft('Uno', block('a', 'Hola'));
  const translation = createDraft('', block('x', 'Hello'));
  const desk = openDesk(source, translation);
  const unit = blockUnitId('x');
  expect(desk.stateOf(unit)).toBe('extra');
  desk.link(unit);
  translation.getText('title').insert(0, 'One');
  desk.noteWritten('title');
  desk.idle();
  expect(desk.state.read()?.counts).toMatchObject({ current: 2, stale: 0, missing: 0 });

  textOf(source, 0).insert(4, ' a todos');
  desk.idle();
  expect(desk.stateOf(unit)).toBe('stale');
  expect(desk.state.read()?.by.translation.get(unit)?.change).toEqual({ from: 'Hola', to: 'Hola a todos' });
  desk.markCurrent(unit);
  desk.idle();
  expect(desk.stateOf(unit)).toBe('current');
});

test('a minor edit of the source leaves the translation current', () => {
  const source = createDraft('Uno', block('a', 'Hola'));
  const translation = createDraft('One', block('x', 'Hello'));
  const desk = openDesk(source, translation);
  desk.link(blockUnitId('x'));
  textOf(source, 0).insert(4, '.');
  desk.noteMinorEdit(blockUnitId('a'));
  desk.idle();
  expect(desk.stateOf(blockUnitId('x'))).toBe('current');
});

test('a field is taken as translated when somebody first writes it, and not when it is corrected later', () => {
  const source = createDraft('Uno');
  const translation = createDraft('');
  const desk = openDesk(source, translation);
  const write = (text: string) => {
    translation.getText('title').insert(0, text);
    desk.noteWritten('title');
    desk.idle();
  };
  write('One');
  expect(desk.stateOf('title')).toBe('current');
  source.getText('title').insert(3, ' más');
  write('Number ');
  expect(desk.stateOf('title')).toBe('stale');
});

test('a field that was written before its source is not its translation because it is corrected', () => {
  const source = createDraft('');
  const translation = createDraft('One');
  const desk = openDesk(source, translation);
  source.getText('title').insert(0, 'Uno');
  desk.idle();
  translation.getText('title').insert(3, '!');
  desk.noteWritten('title');
  desk.idle();
  expect(desk.stateOf('title')).toBe('stale');
});

test('what is written into nothing is of the current source; what comes back by undo keeps its state', () => {
  const source = createDraft('Uno');
  const translation = createDraft('');
  const desk = openDesk(source, translation);
  const title = translation.getText('title');
  const write = (text: string) => {
    title.delete(0, title.length);
    desk.idle();
    title.insert(0, text);
    desk.noteWritten('title');
    desk.idle();
  };
  write('One');
  source.getText('title').insert(3, ' más');
  write('One');
  expect(desk.stateOf('title')).toBe('stale');
  write('One more');
  expect(desk.stateOf('title')).toBe('current');
});

test('an extra block stays one, whatever else is written and whatever is missing at its place', () => {
  const source = createDraft('Uno', block('a', 'Hola'));
  const translation = createDraft('', block('x', 'Hello'));
  const desk = openDesk(source, translation);
  const write = (unit: string, action: () => void) => {
    action();
    desk.noteWritten(unit);
    desk.idle();
    expect(desk.stateOf(blockUnitId('x'))).toBe('extra');
  };
  write('title', () => translation.getText('title').insert(0, 'One'));
  write(blockUnitId('x'), () => textOf(translation, 0).insert(5, '!'));
  expect(desk.state.read()?.counts).toMatchObject({ missing: 1, extra: 1 });
  desk.link(blockUnitId('x'));
  desk.idle();
  expect(desk.stateOf(blockUnitId('x'))).toBe('current');
});

test('what the person writes is paired by order; what others write is left to them', () => {
  const source = createDraft('Uno', block('a', 'Hola'));
  const translation = createDraft('One');
  const desk = openDesk(source, translation);
  const other = createDraft('', block('y', 'Hello'));
  applyUpdate(translation, encodeStateAsUpdate(other));
  desk.idle();
  expect(linksOf(translation).size).toBe(0);
  const own = createDraft('', block('z', 'Hello there'));
  applyUpdate(translation, encodeStateAsUpdate(own));
  desk.noteWritten(blockUnitId('z'));
  desk.idle();
  expect(linksOf(translation).get(blockUnitId('z'))?.source).toBe(blockUnitId('a'));
  expect(linksOf(translation).has(blockUnitId('y'))).toBe(false);
});

test('what was just written is compared at once when somebody asks, and not a second time', () => {
  const source = createDraft('Uno', block('a', 'Hola'));
  const translation = createDraft('One', block('x', 'Hello'));
  const desk = openDesk(source, translation);
  desk.link(blockUnitId('x'));
  textOf(source, 0).insert(4, ' a todos');
  desk.refresh();
  expect(desk.stateOf(blockUnitId('x'))).toBe('stale');
  const read = desk.state.read();
  desk.refresh();
  expect(desk.state.read()).toBe(read);
});

test('a text is begun from its source until somebody writes it, be it a moment ago', () => {
  const [source, translation] = [createDraft('Uno', block('a', 'Hola')), createDraft('One')];
  const desk = openDesk(source, translation);
  expect(canStartFromSource(desk)).toBe(true);
  applyUpdate(translation, encodeStateAsUpdate(createDraft('', block('y', 'Hello'))));
  desk.refresh();
  expect(canStartFromSource(desk)).toBe(false);
  expect(canStartFromSource(openDesk(createDraft('Uno'), createDraft('One')))).toBe(false);
});

test('what is said of the cover is compared while there is a cover', () => {
  const [source, translation, shared] = [createDraft('Uno'), createDraft('One'), new Doc()];
  const desk = openDesk(source, translation, shared);
  source.getText('cover.alt').insert(0, 'Una placa');
  desk.idle();
  const state = () => desk.state.read()?.by.source.get('cover.alt')?.state;
  expect(state()).toBeUndefined();
  shared.getMap('cover').set('media', 'a'.repeat(32));
  desk.idle();
  expect(state()).toBe('missing');
  translation.getText('cover.alt').insert(0, 'A film');
  desk.noteWritten('cover.alt');
  desk.idle();
  expect(state()).toBe('current');
  source.getText('cover.alt').insert(0, 'Nueva: ');
  desk.noteMinorEdit('cover.alt');
  desk.idle();
  expect(state()).toBe('current');
  shared.getMap('cover').delete('media');
  desk.idle();
  expect(state()).toBeUndefined();
});

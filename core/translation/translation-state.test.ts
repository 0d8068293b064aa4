import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bareType,
  body,
  content,
  en,
  es,
  links,
  paragraph,
  reportFor,
  states,
  textOf,
} from '../../test/helpers/translation/translation-texts.ts';
import type { Item, LanguageContent } from '../content/item.ts';
import type { TranslationLinks } from '../content/translation-link.ts';
import { deterministicBlockId } from '../rich-text/block-ids.ts';
import type { RichTextNode } from '../rich-text/rich-text.ts';
import { linkTo, structureOf } from './link-units.ts';
import { countStates, minorEditsFor, reportOf, translationReport } from './translation-state.ts';
import { blockUnits, type Unit, unitsOf } from './units.ts';

describe('the state of a translation', () => {
  test('is current if it was made from the present source', () => {
    expect(states(reportFor(es, en))).toEqual([
      'current title title',
      'current block:t1 block:s1',
      'current block:t2 block:s2',
      'current block:t3 block:s3',
    ]);
  });

  test('makes exactly the changed block stale, and reports the change', () => {
    const changed = content(
      'Resonancia',
      paragraph('s1', 'Uno.'),
      paragraph('s2', 'Dos y medio.'),
      paragraph('s3', 'Tres.'),
    );
    const report = reportFor(changed, en);
    expect(report.filter(({ state }) => state !== 'current')).toEqual([
      { state: 'stale', unit: 'block:t2', source: 'block:s2', change: { from: 'Dos.', to: 'Dos y medio.' } },
    ]);
  });

  test('is current again if the change is marked as minor, and stale after the next change', () => {
    const changed = content('Resonancia', paragraph('s1', 'Uno.'), paragraph('s2', 'Dos!'), paragraph('s3', 'Tres.'));
    const minor = minorEditsFor(unitsOf(changed, bareType), [links], []);
    expect(minor).toHaveLength(1);
    expect(countStates(reportFor(changed, en, links, minor))).toMatchObject({ current: 4, stale: 0 });
    const again = content('Resonancia', paragraph('s1', 'Uno.'), paragraph('s2', 'Cuatro.'), paragraph('s3', 'Tres.'));
    expect(countStates(reportFor(again, en, links, minor))).toMatchObject({ current: 3, stale: 1 });
    const more = minorEditsFor(unitsOf(again, bareType), [links], minor);
    expect(countStates(reportFor(again, en, links, [...minor, ...more]))).toMatchObject({ current: 4 });
    expect(minorEditsFor(unitsOf(again, bareType), [links], [...minor, ...more])).toEqual([]);
  });

  test('counts as few blocks as possible as moved, and none of them as stale', () => {
    const moved = content('Resonancia', paragraph('s3', 'Tres.'), paragraph('s1', 'Uno.'), paragraph('s2', 'Dos.'));
    const report = reportFor(moved, en);
    expect(report.filter(({ state }) => state !== 'current')).toEqual([
      { state: 'moved', unit: 'block:t3', source: 'block:s3' },
    ]);
  });

  test('lists missing units at their place in the source, and keeps extra ones', () => {
    const longer = content('Resonancia', paragraph('s1', 'Uno.'), paragraph('new', 'Nuevo.'), paragraph('s2', 'Dos.'));
    expect(states(reportFor(longer, en))).toEqual([
      'current title title',
      'current block:t1 block:s1',
      'missing - block:new',
      'current block:t2 block:s2',
      'extra block:t3 -',
    ]);
  });

  test('counts an empty counterpart as missing, and empty blocks not at all', () => {
    const emptied = content(
      'MRI',
      paragraph('t1', ''),
      paragraph('t2', 'Two.'),
      paragraph('t3', 'Three.'),
      paragraph('x', ''),
    );
    expect(countStates(reportFor(es, emptied))).toEqual({ missing: 1, stale: 0, current: 3, extra: 0, moved: 0 });
  });

  test('names the empty block for a missing one, unless another block translates it', () => {
    const waiting = content('MRI', paragraph('t1', ''), paragraph('t2', 'Two.'), paragraph('t3', 'Three.'));
    const report = (given: LanguageContent, also: TranslationLinks = {}) =>
      translationReport(
        { units: unitsOf(es, bareType), minorEdits: [] },
        { ...textOf(given), links: { ...links, ...also } },
      );
    expect(states(report(waiting))).toContain('missing block:t1 block:s1');
    const written = content('MRI', ...waiting.body.content, paragraph('t4', 'One.'));
    const told = states(report(written, { 'block:t4': links['block:t1'] as TranslationLinks[string] }));
    expect(told.filter((state) => state.includes('s1'))).toEqual(['moved block:t4 block:s1']);
  });

  test('counts a list with blank entries as missing while it has fewer written ones, and a picture without its alternative text', () => {
    const list = (id: string, ...entries: string[]): RichTextNode => ({
      type: 'bulletList',
      attrs: { id },
      content: entries.map((text) => ({ type: 'listItem', content: [paragraph('', text)] })),
    });
    const image = (id: string, attrs: object): RichTextNode => ({
      type: 'image',
      attrs: { id, media: 'a'.repeat(32), ...attrs },
    });
    const source = content('', list('s', 'Uno', 'Dos'), image('p', { alt: 'Una placa' }));
    const stateOf = (...blocks: RichTextNode[]) => {
      const translation = content('', ...blocks);
      const of = Object.fromEntries(unitsOf(source, bareType).map((unit, index) => [`block:t${index}`, linkTo(unit)]));
      return states(reportFor(source, translation, of)).map((state) => state.split(' ', 2).join(' '));
    };
    const told = image('t1', { alt: 'A film' });
    expect(stateOf(list('t0', 'One', ''), told)).toEqual(['missing block:t0', 'current block:t1']);
    expect(stateOf(list('t0', 'One', 'Two', ''), told)).toEqual(['current block:t0', 'current block:t1']);
    expect(stateOf(list('t0', 'Both'), image('t1', {}))).toEqual(['current block:t0', 'missing block:t1']);
    expect(stateOf(list('t0', 'Both'), image('t1', { alt: '' }))).toEqual(['current block:t0', 'current block:t1']);
  });

  test('follows the pictures of a gallery, and not how wide or cropped a picture is', () => {
    const image = (media: string, alt: string, width?: string, crop?: string): RichTextNode => ({
      type: 'image',
      attrs: { media: media.repeat(32), alt, width, crop },
    });
    const gallery = (id: string, ...content: RichTextNode[]): RichTextNode => ({
      type: 'gallery',
      attrs: { id },
      content,
    });
    const source = content('', gallery('s', image('a', 'Uno', 'wide'), image('b', 'Dos')));
    const link = { 'block:t': linkTo(unitsOf(source, bareType)[0] as Unit) };
    const translation = gallery('t', image('a', 'One'), image('b', 'Two'));
    const stateOf = (...pictures: RichTextNode[]) =>
      states(reportFor(content('', gallery('s', ...pictures)), content('', translation), link));
    expect(stateOf(image('a', 'Uno'), image('b', 'Dos', 'wide', '1:1'))).toEqual(['current block:t block:s']);
    expect(stateOf(image('a', 'Uno'), image('b', 'Dos'), image('c', 'Tres'))).toEqual(['stale block:t block:s']);
  });

  test('of a block of the site follows its words and its values', () => {
    const video = (id: string, title: string, url = 'a'): RichTextNode => ({
      type: 'siteBlock',
      attrs: { id, kind: 'video', values: { url }, words: { title } },
    });
    const source = content('', video('s', 'Uno'));
    const link = { 'block:t': linkTo(unitsOf(source, bareType)[0] as Unit) };
    const stateOf = (from: LanguageContent, translation: RichTextNode) =>
      states(reportFor(from, content('', translation), link));
    expect(stateOf(source, video('t', 'One'))).toEqual(['current block:t block:s']);
    expect(stateOf(source, video('t', ''))).toEqual(['missing block:t block:s']);
    expect(stateOf(content('', video('s', 'Dos')), video('t', 'One'))).toEqual(['stale block:t block:s']);
    expect(stateOf(content('', video('s', 'Uno', 'b')), video('t', 'One'))).toEqual(['stale block:t block:s']);
    const made = structureOf(textOf(source), { keepText: false, seed: '', generate: deterministicBlockId });
    expect(made.body.content[0]?.attrs).toMatchObject({ values: { url: 'a' }, words: { title: '' } });
  });

  test('ignores formatting, but not the target of links', () => {
    const set = (node: RichTextNode) => blockUnits(body(node))[0]?.hash;
    const plain: RichTextNode = { type: 'paragraph', attrs: { id: 'a' }, content: [{ type: 'text', text: 'Uno' }] };
    const marked = (marks: RichTextNode['marks']): RichTextNode => ({
      ...plain,
      content: [{ type: 'text', text: 'Uno', ...(marks && { marks }) }],
    });
    expect(set(marked([{ type: 'bold' }]))).toBe(set(plain));
    expect(set({ ...plain, type: 'heading', attrs: { id: 'a', level: 3 } })).toBe(set(plain));
    const linked = set(marked([{ type: 'link', attrs: { href: '/faq' } }]));
    expect(linked).not.toBe(set(plain));
    expect(set(marked([{ type: 'link', attrs: { href: '/about' } }]))).not.toBe(linked);
  });

  test('includes localized fields with text of any kind', () => {
    const fields = [
      { key: 'steps', kind: 'list', of: 'text', localized: true, labels: {} },
      { key: 'shared', kind: 'text', localized: false, labels: {} },
      { key: 'hours', kind: 'number', localized: true, labels: {} },
    ] as const;
    const given = { ...es, fields: { steps: ['Ayuno', 'Agua'], shared: 'no', hours: 3 } };
    const units = unitsOf(given, { fields: fields.map((field) => ({ ...field })) });
    expect(units.find(({ id }) => id.startsWith('field:'))).toMatchObject({ id: 'field:steps', text: 'Ayuno\nAgua' });
    expect(units.filter(({ id }) => id.startsWith('field:'))).toHaveLength(1);
  });
});

describe('any texts and links', () => {
  const words = fc.constantFrom('', 'uno', 'dos', 'tres');
  const text = fc
    .array(words, { maxLength: 7 })
    .map((all) => body(...all.map((word, index) => paragraph(`b${index}`, word))));
  const shuffledText = text.chain(({ content: blocks }) =>
    fc.shuffledSubarray(blocks, { minLength: 0 }).map((some) => body(...some)),
  );
  const anyLinks = fc.dictionary(
    fc.constantFrom('block:b0', 'block:b1', 'block:b2', 'block:b3'),
    fc.record({
      source: fc.constantFrom('block:b0', 'block:b1', 'block:b2', 'block:gone'),
      hash: fc.constantFrom(...['uno', 'dos'].map((word) => blockUnits(body(paragraph('x', word)))[0]?.hash ?? '')),
      text: words,
    }),
  );

  test('every unit of both sides is reported', () => {
    fc.assert(
      fc.property(text, shuffledText, anyLinks, (source, translation, given) => {
        const sources = blockUnits(source);
        const units = blockUnits(translation);
        const report = translationReport({ units: sources, minorEdits: [] }, { units, links: given });
        expect(report.flatMap(({ unit }) => unit ?? [])).toEqual(units.map(({ id }) => id));
        for (const { id } of sources) expect(report.some(({ source: told }) => told === id)).toBe(true);
      }),
    );
  });

  test('a text that was just made from its source is current, and order alone never makes it stale', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { body: made, links: given } = structureOf(
          { units: blockUnits(source), body: source },
          { keepText: false, seed: 's', generate: deterministicBlockId },
        );
        const units = blockUnits(
          body(...made.content.map((block) => ({ ...block, content: [{ type: 'text', text: 'x' }] }))),
        ).filter(({ id }) => given[id]);
        const from = { units: blockUnits(source), minorEdits: [] };
        expect(countStates(translationReport(from, { units, links: given }))).toMatchObject({
          current: units.length,
          missing: 0,
          stale: 0,
          moved: 0,
          extra: 0,
        });
        const turned = translationReport(from, { units: units.toReversed(), links: given });
        expect(countStates(turned)).toMatchObject({
          stale: 0,
          extra: 0,
          missing: 0,
          moved: Math.max(0, units.length - 1),
        });
      }),
    );
  });
});

describe('the alternative text of the cover', () => {
  const language = (rest: Partial<LanguageContent>) => ({
    ...content('x'),
    ...rest,
    state: 'draft' as const,
    revision: 0,
  });
  const item = (es: Partial<LanguageContent>, en: Partial<LanguageContent>, links: TranslationLinks = {}): Item => ({
    id: 'a',
    type: 'notice',
    sourceLanguage: 'es',
    tags: [],
    cover: { media: 'a'.repeat(32) },
    fields: {},
    languages: { es: language(es), en: { ...language(en), links } },
  });
  const stateOf = (given: Item) =>
    reportOf(given, bareType, 'en')?.find(({ unit, source }) => (unit ?? source) === 'cover.alt')?.state;
  const [placa] = unitsOf({ ...content(''), coverAlt: 'Una placa' }, bareType);
  const link = placa && { 'cover.alt': linkTo(placa) };

  test('is translated like other fields', () => {
    expect(stateOf(item({ coverAlt: 'Una placa' }, {}))).toBe('missing');
    expect(stateOf(item({ coverAlt: 'Una placa' }, { coverAlt: 'A film' }, link))).toBe('current');
    expect(stateOf(item({ coverAlt: 'Otra placa' }, { coverAlt: 'A film' }, link))).toBe('stale');
    expect(stateOf(item({}, { coverAlt: 'A film' }))).toBe('extra');
  });

  test('is ignored without a cover', () => {
    const { cover: _, ...bare } = item({ coverAlt: 'Una placa' }, {});
    expect(stateOf(bare)).toBeUndefined();
  });
});

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
import { deterministicBlockId } from '../rich-text/block-ids.ts';
import type { RichTextNode } from '../rich-text/rich-text.ts';
import { linkTo, relink, structureOf } from './link-units.ts';
import { countStates } from './translation-state.ts';
import { blockUnits, unitsOf } from './units.ts';

describe('the links of a translation after an edit', () => {
  test('are kept for unchanged blocks, and renewed for changed ones', () => {
    const changed = content('Resonancia', paragraph('s1', 'Uno!'), paragraph('s2', 'Dos!'), paragraph('s3', 'Tres.'));
    const next = content('MRI', paragraph('t1', 'One!'), paragraph('t2', 'Two.'), paragraph('t3', 'Three.'));
    const relinked = relink(textOf(changed), textOf(next), { ...textOf(en), links });
    expect(states(reportFor(changed, next, relinked))).toEqual([
      'current title title',
      'current block:t1 block:s1',
      'stale block:t2 block:s2',
      'current block:t3 block:s3',
    ]);
  });

  test('link a new block to the source block at the same place', () => {
    const longer = content(
      'Resonancia',
      paragraph('s1', 'Uno.'),
      paragraph('n', 'Nuevo.'),
      ...es.body.content.slice(1),
    );
    const next = content('MRI', ...en.body.content.slice(0, 1), paragraph('m', 'New.'), ...en.body.content.slice(1));
    const relinked = relink(textOf(longer), textOf(next), { ...textOf(en), links });
    expect(relinked['block:m']).toEqual(linkTo(blockUnits(longer.body)[1] ?? { id: '', text: '', hash: '' }));
    expect(countStates(reportFor(longer, next, relinked))).toMatchObject({ current: 5 });
  });

  test('do not include a block without a counterpart of its kind', () => {
    const heading: RichTextNode = {
      type: 'heading',
      attrs: { id: 'h', level: 2 },
      content: [{ type: 'text', text: 'Part' }],
    };
    const next = content('MRI', heading, ...en.body.content);
    const relinked = relink(textOf(es), textOf(next), { ...textOf(en), links });
    expect(states(reportFor(es, next, relinked))).toContain('extra block:h -');
    expect(countStates(reportFor(es, next, relinked))).toMatchObject({ current: 4, extra: 1 });
  });
});

describe("starting from the source's structure", () => {
  const options = { seed: 'item:en', generate: deterministicBlockId };

  test('gives an empty block for each, which is missing until it has words', () => {
    const { body: empty, links: made } = structureOf(textOf(es), { ...options, keepText: false });
    expect(empty.content.map(({ type: kind }) => kind)).toEqual(['paragraph', 'paragraph', 'paragraph']);
    const started = { ...content('MRI'), body: empty };
    expect(countStates(reportFor(es, started, made))).toMatchObject({ missing: 3 });
    const written = {
      ...started,
      body: body(...empty.content.map((block) => ({ ...block, content: [{ type: 'text', text: 'x' }] }))),
    };
    expect(
      countStates(
        reportFor(es, written, {
          ...made,
          title: linkTo({ id: 'title', text: 'Resonancia', hash: unitsOf(es, bareType)[0]?.hash ?? '' }),
        }),
      ),
    ).toMatchObject({
      current: 4,
    });
  });

  test('keeps what is linked, as the place of the link, which is stale until it is translated', () => {
    const link = (href: string) => [{ type: 'link', attrs: { href } }];
    const linking = {
      type: 'paragraph',
      attrs: { id: 'links' },
      content: [
        { type: 'text', text: 'Lea ' },
        { type: 'text', text: 'la guía', marks: link('item:guide') },
        { type: 'text', text: ' y ' },
        { type: 'text', text: 'el aviso', marks: link('https://example.org/') },
        { type: 'text', text: '.' },
      ],
    };
    const source = content('MRI', linking, ...es.body.content);
    const { body: made, links } = structureOf(textOf(source), { ...options, keepText: false });
    expect(made.content[0]?.content).toEqual([linking.content[1], { type: 'text', text: ' ' }, linking.content[3]]);
    expect(made.content[1]).not.toHaveProperty('content');
    const counts = countStates(reportFor(source, { ...content(''), body: made }, links));
    expect(counts).toMatchObject({ stale: 1, missing: 4 });
  });

  test("with the source's words, each counts as stale", () => {
    const { body: copied, links: made } = structureOf(textOf(es), { ...options, keepText: true });
    expect(countStates(reportFor(es, { ...content(''), body: copied }, made))).toMatchObject({ stale: 3, missing: 1 });
  });
});

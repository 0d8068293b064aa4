import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { readLanguage, writeLanguage } from '../draft-contents/draft-contents.ts';
import type { RichTextNode } from '../rich-text/rich-text.ts';
import { editLanguageTexts } from './edit-texts.ts';
import { createFinder, replacedRuns, sliceRuns } from './find-in-text.ts';

const word = (text: string, bold = false): RichTextNode => ({
  type: 'text',
  text,
  ...(bold && { marks: [{ type: 'bold' }] }),
});

test('a word in the middle of a text is replaced there: carets after it stay, and what others type elsewhere is kept', () => {
  const doc = new Y.Doc();
  const content = [
    { type: 'paragraph', attrs: { id: 'p' }, content: [word('Una radio'), word('grafía', true), word(' tarda poco.')] },
  ];
  writeLanguage(doc, [], { body: { type: 'doc', content } });
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  const flow = other.getText('body:text');
  const end = flow.length;
  const caret = Y.createRelativePositionFromTypeIndex(flow, end - 1);
  flow.insert(end - 1, ' de verdad', {});

  const find = createFinder({ words: 'radiografía', isWhole: true, isExact: true });
  const change = editLanguageTexts(readLanguage(doc, []), { fields: [], blocks: [] }, ({ runs }) => {
    const text = runs.map((run) => run.text).join('');
    const [range] = find(text);
    if (!range) return undefined;
    return [
      ...sliceRuns(runs, { start: 0, end: range.start }),
      ...replacedRuns(sliceRuns(runs, range), 'mamografía'),
      ...sliceRuns(runs, { start: range.end, end: text.length }),
    ];
  });
  doc.transact(() => writeLanguage(doc, [], change ?? {}));
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  expect(readLanguage(other, []).body.content).toEqual([
    {
      ...content[0],
      content: [word('Una mamo'), word('grafía', true), word(' tarda poco de verdad.')],
    },
  ]);
  const place = Y.createAbsolutePositionFromRelativePosition(caret, other);
  expect(place?.index).toBe(flow.length - 1);
});

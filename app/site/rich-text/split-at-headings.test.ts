import { expect, it } from 'vitest';
import { splitAtHeadings } from './split-at-headings.ts';

const heading = (level: number) => ({ type: 'heading', attrs: { level } });
const paragraph = { type: 'paragraph' };

it('cuts a text before each heading of the second level and loses nothing', () => {
  const content = [paragraph, heading(2), paragraph, heading(3), heading(2), paragraph];
  const parts = splitAtHeadings({ doc: { type: 'doc', content } });
  expect(parts.map(({ doc }) => doc.content.length)).toEqual([1, 3, 2]);
  expect(parts.flatMap(({ doc }) => doc.content)).toEqual(content);
});

it('gives nothing for an empty text', () => {
  expect(splitAtHeadings({ doc: { type: 'doc', content: [] } })).toEqual([]);
});

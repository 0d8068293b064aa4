import { expect, test } from 'vitest';
import type { RichTextNode } from '../rich-text/rich-text.ts';
import { publicBody } from './create-publication.ts';

const paragraph = (text: string, id?: string): RichTextNode => ({
  type: 'paragraph',
  ...(id && { attrs: { id } }),
  ...(text && { content: [{ type: 'text', text }] }),
});
const list = (id: string, ...entries: string[]): RichTextNode => ({
  type: 'bulletList',
  attrs: { id },
  content: entries.map((text) => ({ type: 'listItem', content: [paragraph(text)] })),
});
const heading: RichTextNode = { type: 'heading', attrs: { id: 'h', level: 2 } };
const link = { source: 'block:x', hash: '', text: '' };
const body = (...content: RichTextNode[]) => ({ type: 'doc' as const, content });
const item = { sourceLanguage: 'es' };

test('an empty block with a link is not public, nor is a blank entry of a linked block', () => {
  const links = { 'block:h': link, 'block:l': link, 'block:m': link, 'block:p': link };
  const given = body(heading, paragraph('One', 'p'), list('l', '', ''), list('m', 'Two', ''));
  expect(publicBody(item, 'en', { body: given, links })).toEqual(body(paragraph('One', 'p'), list('m', 'Two')));
});

test('blocks without a link, and the source, are public unchanged', () => {
  const given = body(paragraph('', 'p'), { type: 'horizontalRule', attrs: { id: 'r' } });
  expect(publicBody(item, 'en', { body: given })).toEqual(given);
  expect(publicBody(item, 'es', { body: given, links: { 'block:p': link } })).toEqual(given);
});

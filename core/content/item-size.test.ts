import { expect, test } from 'vitest';
import { finishedLanguage } from '../../test/helpers/content/create-item-site.ts';
import { MAX_ITEM_BYTES } from '../content-types/limits.ts';
import { opaqueMembers } from '../documents/collection.ts';
import { documentBytes, jsonBytes } from '../documents/document-bytes.ts';
import { MAX_DOCUMENT_BYTES } from '../documents/document-store.ts';
import { toStorableObject } from '../documents/storable-data.ts';
import { items, savedVersions } from './collections.ts';
import type { Item, ItemLanguage } from './item.ts';
import { itemSchema, savedVersionSchema } from './item-schema.ts';

/** A language with every member that takes more bytes in a document than as JSON, without words. */
const HEAVY: ItemLanguage = {
  ...finishedLanguage('x', { title: '', slug: '', summary: '' }),
  seo: {},
  links: {},
  minorEdits: [],
  translation: { missing: 0, stale: 0, current: 0, extra: 0, moved: 0 },
  schedule: {
    publishAt: 0,
    publishBy: { id: 'a', name: '' },
    unpublishAt: 0,
    unpublishBy: { id: 'a', name: '' },
    failed: { action: 'publish', at: 0, reason: 'invalid', codes: [] },
  },
  review: { askedAt: 0, askedBy: { id: 'a', name: '' }, sentBack: { at: 0, by: { id: 'a', name: '' }, note: 'a' } },
  firstPublishedAt: 0,
  publishedAt: 0,
  publishedBy: { id: 'a', name: '' },
  revision: 0,
};

/** The largest item that the schema accepts, with this many languages. */
function largestItem(languages: number): Item {
  const codes = Array.from({ length: languages }, (_, index) => `l${index}`);
  const item: Item = {
    id: 'x'.repeat(120),
    type: 'articles',
    sourceLanguage: 'l0',
    tags: [],
    fields: {},
    createdAt: 0,
    editedAt: 0,
    trashedAt: 0,
    languages: Object.fromEntries(codes.map((code) => [code, HEAVY])),
  };
  const room = MAX_ITEM_BYTES - jsonBytes(toStorableObject(items.at(item.id).path, item));
  const summary = '😀'.repeat(Math.floor(room / 4));
  return { ...item, languages: { ...item.languages, l0: { ...HEAVY, summary } } };
}

const bytesOf = (collection: typeof items | typeof savedVersions, id: string, data: object) => {
  const path = `${collection.name}/${id}` as const;
  return documentBytes(path, toStorableObject(path, data), opaqueMembers(collection));
};

test.each([1, 3, 40])(
  'the largest item in %i languages, and a saved version of it, fit into a document',
  (languages) => {
    const item = largestItem(languages);
    expect(itemSchema.safeParse(item)).toMatchObject({ success: true });
    expect(jsonBytes(toStorableObject(items.at(item.id).path, item))).toBeGreaterThan(MAX_ITEM_BYTES - 4);
    expect(bytesOf(items, item.id, item)).toBeLessThan(MAX_DOCUMENT_BYTES);
    const { id, type: _, sourceLanguage: __, createdAt: ___, editedAt: ____, trashedAt: _____, ...shared } = item;
    const texts = Object.entries(item.languages).map(([code, language]) => {
      const { title, slug, summary, body, seo, fields, links, minorEdits } = language;
      return [code, { title, slug, summary, body, seo, fields, links, minorEdits }];
    });
    const by = { id: 'x'.repeat(120), name: '😀'.repeat(120) };
    const version = { itemId: id, kind: 'named', name: '😀'.repeat(60), at: 0, by, author: '', ...shared };
    const saved = { ...version, languages: Object.fromEntries(texts) };
    expect(savedVersionSchema.safeParse(saved)).toMatchObject({ success: true });
    expect(bytesOf(savedVersions, 'x'.repeat(120), saved)).toBeLessThan(MAX_DOCUMENT_BYTES);
  },
);

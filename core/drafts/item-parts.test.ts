import { expect, test } from 'vitest';
import { testLanguage } from '../../test/helpers/content/create-content-site.ts';
import type { Item } from '../content/item.ts';
import type { FieldDefinition } from '../content-types/content-type.ts';
import type { LanguageDraft } from './drafts.ts';
import { draftHash, languageInItem, sharedInItem, withLanguageDraft, withSharedDraft } from './item-parts.ts';

const labels = { es: 'x', en: 'x' };
const steps: FieldDefinition = { key: 'steps', kind: 'list', of: 'text', localized: true, labels };
const minutes: FieldDefinition = { key: 'minutes', kind: 'number', localized: false, labels };
const item = (rest: Partial<Item> = {}): Item => ({
  id: 'a',
  type: 'notice',
  sourceLanguage: 'es',
  tags: [],
  fields: {},
  languages: { es: testLanguage('a') },
  ...rest,
});
const blank: LanguageDraft = {
  title: '',
  slug: '',
  summary: '',
  body: { type: 'doc', content: [] },
  seo: {},
  fields: {},
  links: {},
  minorEdits: [],
};

test('an item that takes what its own draft says is the same, with the hash of what it says', () => {
  const given = item();
  const draft = languageInItem(given, 'es') as LanguageDraft;
  const taken = withLanguageDraft(given, 'es', [steps], draft);
  const { draftHash: hash, ...rest } = taken.languages.es ?? testLanguage('b');
  expect(rest).toEqual(given.languages.es);
  expect(hash).toBe(draftHash(draft));
});

test('what an item knows of a language besides its text stays', () => {
  const language = testLanguage('a', { state: 'changed', revision: 3, publishedSlug: 'old', links: {} });
  const taken = withLanguageDraft(item({ languages: { es: language } }), 'es', [], { ...blank, title: 'Otro' });
  expect(taken.languages.es).toMatchObject({ title: 'Otro', state: 'changed', revision: 3, publishedSlug: 'old' });
});

test('an empty list stays one, a list that was emptied goes, and fields that the type lost stay', () => {
  const language = testLanguage('a', { fields: { steps: [], old: 'kept' } });
  const given = item({ languages: { es: language }, fields: { minutes: 5, old: 1 } });
  expect(withLanguageDraft(given, 'es', [steps], blank).languages.es?.fields).toEqual({ steps: [], old: 'kept' });
  const full = item({ languages: { es: testLanguage('a', { fields: { steps: ['x'] } }) } });
  expect(withLanguageDraft(full, 'es', [steps], blank).languages.es?.fields).toEqual({});
  expect(withSharedDraft(given, [minutes], { tags: [], fields: {} }).fields).toEqual({ old: 1 });
});

test('a language comes to be with what is written in it, and not without', () => {
  expect(Object.keys(withLanguageDraft(item(), 'en', [], blank).languages)).toEqual(['es']);
  const taken = withLanguageDraft(item(), 'en', [], { ...blank, summary: 'x' });
  expect(taken.languages.en).toMatchObject({ summary: 'x', state: 'draft', revision: 0 });
});

test('a cover and a byline that the draft no longer has are gone, and nothing of another item’s part is', () => {
  const cover = { media: 'a'.repeat(32) };
  const given = item({ cover, author: 'Ana', tags: ['a'] });
  const taken = withSharedDraft(given, [], { tags: ['b'], fields: {} });
  expect([taken.cover, taken.author]).toEqual([undefined, undefined]);
  expect(taken.tags).toEqual(['b']);
  expect(taken.languages).toEqual(given.languages);
  expect(taken.draftHash).toBe(draftHash(sharedInItem(taken)));
});

test('a byline of a language is a part of its draft, and gone with it', () => {
  const given = item({ author: 'Ana', languages: { es: testLanguage('a', { author: 'Dra. Ana' }) } });
  const draft = languageInItem(given, 'es') as LanguageDraft;
  expect(draft.author).toBe('Dra. Ana');
  const { author: _, ...silent } = draft;
  expect(draftHash(silent)).not.toBe(draftHash(draft));
  const taken = withLanguageDraft(given, 'es', [], silent);
  expect(taken.languages.es).not.toHaveProperty('author');
  expect(taken.author).toBe('Ana');
  expect(withLanguageDraft(given, 'en', [], { ...blank, author: 'Dr Ana' }).languages.en).toMatchObject({
    author: 'Dr Ana',
    state: 'draft',
  });
});

test('what a language says of the cover is a part of its draft, with a cover or without', () => {
  const given = item({ languages: { es: testLanguage('a', { coverAlt: 'Tórax' }) } });
  const draft = languageInItem(given, 'es') as LanguageDraft;
  expect(draft.coverAlt).toBe('Tórax');
  const { coverAlt: _, ...silent } = draft;
  expect(draftHash(silent)).not.toBe(draftHash(draft));
  const taken = withLanguageDraft(given, 'es', [], silent);
  expect(taken.languages.es).not.toHaveProperty('coverAlt');
  expect(withLanguageDraft(given, 'en', [], { ...blank, coverAlt: 'Chest' }).languages.en).toMatchObject({
    coverAlt: 'Chest',
    state: 'draft',
  });
});

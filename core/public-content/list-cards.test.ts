import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { partial } from '../../test/helpers/partial.ts';
import { publicationCards } from '../content/collections.ts';
import { createPublicationCard } from '../content/create-publication.ts';
import type { FieldValues } from '../content/item.ts';
import type { Publication } from '../content/publication.ts';
import type { ContentType, ListingFilter, ListingRules } from '../content-types/content-type.ts';
import type { Collection } from '../documents/collection.ts';
import { setDocument } from '../documents/typed-documents.ts';
import { siteDay } from '../site/site-day.ts';
import { listBySortKey } from './published-content-reader.ts';

const labels = { es: 'Campo' };
const type = partial<ContentType>({
  key: 'events',
  fields: [
    { key: 'startsOn', kind: 'date', localized: false, labels },
    { key: 'seats', kind: 'number', localized: false, labels },
    { key: 'place', kind: 'text', localized: false, labels },
  ],
});

/** Reads the listing with the given rules, two at a time. */
async function listed(rules: ListingRules, items: { [id: string]: FieldValues }, filter?: ListingFilter) {
  const store = createMemoryDocumentStore({ collections: [publicationCards, siteDay] as Collection[] });
  await store.commit([
    setDocument(siteDay.at(), { day: '2026-03-10' }),
    ...Object.entries(items).map(([itemId, fields], index) => {
      const publication = {
        ...{ itemId, type: 'events', language: 'es', slug: itemId, title: itemId, summary: '', fields, tags: ['t'] },
        ...{ body: { type: 'doc', content: [] }, seo: {}, sourceLanguage: 'es', revision: 1 },
        ...{ firstPublishedAt: index, publishedAt: index },
      } as Publication;
      const card = createPublicationCard(publication, 'es', undefined, { ...type, listing: rules });
      return setDocument(publicationCards.at('es', itemId), card);
    }),
  ]);
  const read = (offset: number) =>
    listBySortKey(store, { timeZone: 'UTC' }, rules, { locale: 'es', type: 'events', filter, offset, limit: 2 });
  const pages = await Promise.all([0, 2, 4].map(read));
  return pages.map((cards) => cards.map(({ itemId }) => itemId));
}

const events = {
  past: { startsOn: '2026-01-01', place: 'Ágora' },
  late: { startsOn: '2026-12-01', place: 'Hall.1' },
  undated: {},
  today: { startsOn: '2026-03-10', place: 'agora' },
  yesterday: { startsOn: '2026-03-09', place: 'Hall.1' },
};

test('what is still to come stands first, the next one at the top, then what is past, the latest at the top', async () => {
  const rules: ListingRules = { sortBy: 'startsOn', order: 'upcoming' };
  expect(await listed(rules, events)).toEqual([['today', 'late'], ['yesterday', 'past'], ['undated']]);
  expect(await listed(rules, { ...events, next: { startsOn: '2026-04-01' } })).toEqual([
    ['today', 'next'],
    ['late', 'yesterday'],
    ['past', 'undated'],
  ]);
});

test('numbers and texts are sorted in both directions, with what has none at the end', async () => {
  const seats = { few: { seats: 9 }, none: {}, many: { seats: 10 } };
  expect(await listed({ sortBy: 'seats' }, seats)).toEqual([['few', 'many'], ['none'], []]);
  expect(await listed({ sortBy: 'seats', order: 'descending' }, seats)).toEqual([['many', 'few'], ['none'], []]);
  const { past, late, undated } = events;
  expect(await listed({ sortBy: 'place' }, { undated, late, past })).toEqual([['past', 'late'], ['undated'], []]);
});

test('a filter finds a value with any characters, and a tag', async () => {
  const rules: ListingRules = { sortBy: 'startsOn', order: 'upcoming', filterBy: ['place'] };
  expect(await listed(rules, events, { name: 'place', value: 'Hall.1' })).toEqual([['late', 'yesterday'], [], []]);
  expect(await listed(rules, events, { name: 'tag', value: 't' })).toEqual(await listed(rules, events));
  expect(await listed({ filterBy: ['place'] }, events, { name: 'place', value: 'Ágora' })).toEqual([['past'], [], []]);
});

test('without a field to sort by, the newest stand first', async () => {
  expect(await listed({ filterBy: ['place'] }, events)).toEqual([
    ['yesterday', 'today'],
    ['undated', 'late'],
    ['past'],
  ]);
});

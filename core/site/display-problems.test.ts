import { expect, test } from 'vitest';
import { partial } from '../../test/helpers/partial.ts';
import type { ContentType, FieldDefinition, ListingRules } from '../content-types/content-type.ts';
import { displayProblems, listingProblems } from './validate-site-config.ts';

const labels = { es: 'Campo' };

function problemsOf(field: Record<string, unknown>, rest: Partial<ContentType> = {}): string[] {
  const given = { key: 'f', labels, localized: false, ...field } as Partial<FieldDefinition> as FieldDefinition;
  return displayProblems({ key: 'events', appearsAs: 'collection', fields: [given], ...rest } as ContentType);
}

const picture = { key: 'file', kind: 'media', labels, localized: false };
const path = 'contentTypes.events.fields.f';

test('each kind can be shown in its ways', () => {
  for (const [kind, ways] of Object.entries({
    text: ['facts', 'section', 'hidden'],
    date: ['facts', 'section', 'hidden'],
    'rich-text': ['section', 'hidden'],
    media: ['gallery', 'hidden'],
    relation: ['cards', 'facts', 'hidden'],
  })) {
    for (const show of ways) expect(problemsOf({ kind, show }), `${kind} as ${show}`).toEqual([]);
  }
  expect(problemsOf({ kind: 'list', of: [picture], show: 'gallery' })).toEqual([]);
});

test.each<[string, Record<string, unknown>, string]>([
  [
    'a date as a gallery',
    { kind: 'date', show: 'gallery' },
    `${path}.show: a field of this kind cannot be shown as "gallery", only as "facts", "section", or "hidden"`,
  ],
  [
    'records without a relation as cards',
    { kind: 'list', of: [picture], show: 'cards' },
    `${path}.show: a field of this kind cannot be shown as "cards", only as "gallery", "section", or "hidden"`,
  ],
  [
    'a member apart from its record',
    { kind: 'list', of: [{ ...picture, show: 'gallery' }] },
    `${path}.file.show: a member of a record can only be "hidden"`,
  ],
  [
    'a property of a type that has no node in structured data',
    { kind: 'date', schemaProperty: 'startDate' },
    `${path}.schemaProperty: the type has no "schemaType" that could have the property`,
  ],
  [
    'a member as a property',
    { kind: 'list', of: [{ ...picture, schemaProperty: 'image' }] },
    `${path}.file.schemaProperty: only fields can be properties, not members of records`,
  ],
])('refuses %s', (_title, field, problem) => {
  expect(problemsOf(field)).toEqual([problem]);
});

test('refuses fields of questions, and a property twice', () => {
  expect(problemsOf({ kind: 'date', show: 'facts' }, { appearsAs: 'faq' })).toEqual([
    `${path}.show: questions show only their answer`,
  ]);
  const date = { kind: 'date', labels, localized: false, schemaProperty: 'startDate' } as const;
  expect(problemsOf(date, { appearsAs: 'page' })).toEqual([
    `${path}.schemaProperty: only items of collections have a node in structured data`,
  ]);
  const fields = [
    { ...date, key: 'a' },
    { ...date, key: 'b' },
  ];
  expect(problemsOf({}, { schemaType: 'Event', fields })).toEqual([
    'contentTypes.events.fields.a.schemaProperty: "startDate" stands twice',
    'contentTypes.events.fields.b.schemaProperty: "startDate" stands twice',
  ]);
});

const sorted = partial<ContentType>({
  key: 'events',
  appearsAs: 'collection',
  fields: [
    { key: 'startsOn', kind: 'date', labels, localized: false },
    { key: 'place', kind: 'choice', choices: [], labels, localized: false },
    { key: 'tag', kind: 'boolean', labels, localized: false },
    { key: 'seats', kind: 'number', labels, localized: false },
  ],
});

test.each<[ListingRules, string[]]>([
  [{ sortBy: 'startsOn', order: 'upcoming', filterBy: ['place'] }, []],
  [{ sortBy: 'seats' }, []],
  [{ sortBy: 'date' }, ['sortBy: the type has no field "date"']],
  [{ sortBy: 'place' }, ['sortBy: "place" is of the kind "choice"; it must be "text", "number", or "date"']],
  [{ order: 'descending' }, ['order: it needs a "sortBy"']],
  [{ sortBy: 'seats', order: 'upcoming' }, ['order: "upcoming" needs a date in "sortBy"']],
  [
    { filterBy: ['startsOn'] },
    ['filterBy: "startsOn" is of the kind "date"; it must be "choice", "boolean", or "relation"'],
  ],
  [{ filterBy: ['tag'] }, ['filterBy: "tag" is a parameter of every listing; give the field another key']],
  [{ filterBy: ['place', 'place'] }, ['filterBy: "place" stands twice']],
])('a listing that is %j', (listing, problems) => {
  expect(listingProblems({ ...sorted, listing })).toEqual(
    problems.map((line) => `contentTypes.events.listing.${line}`),
  );
});

test('only collections have a listing', () => {
  expect(listingProblems({ ...sorted, appearsAs: 'page', listing: {} })).toEqual([
    'contentTypes.events.listing: only types that appear as "collection" have a listing',
  ]);
});

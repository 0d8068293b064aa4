import { expect, test } from 'vitest';
import site from '#site-config';
import type { SiteConfig } from './site-config.ts';
import { validateSiteConfig } from './validate-site-config.ts';

/** Problems of the shipped configuration with members of its type "news", whatever their form. */
function problemsWith(members: object): string[] {
  const contentTypes = site.contentTypes.map((type) => (type.key === 'news' ? { ...type, ...members } : type));
  return validateSiteConfig({ ...site, contentTypes } as SiteConfig);
}

const labels = { es: 'Programa', en: 'Program' };

test('a member that is unknown is named by the keys of its type and field', () => {
  const field = { key: 'soloists', kind: 'relation', localized: false, labels, type: 'news', to: 'news' };
  expect(problemsWith({ fields: [field] })).toEqual(['contentTypes.news.fields.soloists: Unrecognized key: "to"']);
});

test('an entry without a key of its own is named by its index', () => {
  expect(problemsWith({ fields: [{ kind: 'date', localized: false, labels }] })).toEqual([
    'contentTypes.news.fields.0.key: Invalid input: expected string, received undefined',
  ]);
});

test('a problem in a record of a list is named where it is', () => {
  const of = [{ key: 'work', kind: 'text', labels }];
  expect(problemsWith({ fields: [{ key: 'program', kind: 'list', localized: true, labels, of }] })).toEqual([
    'contentTypes.news.fields.program.of.work.localized: Invalid input: expected boolean, received undefined',
  ]);
});

test('a value that has none of the possible forms gets all of them', () => {
  expect(problemsWith({ fields: [{ key: 'program', kind: 'list', localized: true, labels, of: 'date' }] })).toEqual([
    'contentTypes.news.fields.program.of: Invalid input: expected "text", or Invalid input: expected "number", or ' +
      'Invalid input: expected "weekday", or Invalid input: expected array, received string',
  ]);
});

test.each(['minutes', 'EUR', 'Minuten'])('the unit "%s", in which no number can be written, is a problem', (unit) => {
  expect(problemsWith({ fields: [{ key: 'price', kind: 'number', localized: false, labels, unit }] })).toEqual([
    'contentTypes.news.fields.price.unit: must be a unit such as "minute", "kilogram" or "kilometer-per-hour"',
  ]);
});

test.each(['minute', 'kilometer-per-hour'])('the unit "%s" is none', (unit) => {
  expect(problemsWith({ fields: [{ key: 'price', kind: 'number', localized: false, labels, unit }] })).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { ISSUE_KINDS, issuesOf, urgencyOf } from './card-issues.ts';
import type { CardLanguage } from './item-card.ts';

const clean: CardLanguage = {
  title: 'Título',
  slug: 'titulo',
  state: 'published',
  publishedSlug: 'titulo',
  links: [],
  brokenLinks: 0,
  foreignLinks: 0,
  foreignAddresses: 0,
};
const none = { missing: 0, stale: 0, current: 1, extra: 0, moved: 0 };

function card(languages: { [code: string]: Partial<CardLanguage> }) {
  const filled = Object.fromEntries(Object.entries(languages).map(([code, own]) => [code, { ...clean, ...own }]));
  const stateOf = (code: string) => filled[code]?.state ?? ('missing' as const);
  return { languages: filled, states: { es: stateOf('es'), en: stateOf('en') } };
}

const hidden = { state: 'draft' as const };
const withoutSlug = ({ publishedSlug: _, ...language }: CardLanguage): CardLanguage => language;

test('an item that is public and current in every language has nothing to do', () => {
  const done = card({ es: {}, en: { translation: none } });
  expect(issuesOf(done, 'es')).toEqual([]);
  expect(urgencyOf(done, 'en')).toBe(0);
});

test('every kind is found where it is', () => {
  const failed = { failed: { action: 'publish' as const, at: 1, reason: 'invalid' as const, codes: [] } };
  const worst = card({
    es: {},
    en: {
      state: 'changed',
      schedule: failed,
      brokenLinks: 2,
      foreignLinks: 1,
      foreignAddresses: 2,
      translation: { ...none, stale: 4, missing: 5 },
    },
  });
  expect(issuesOf(worst, 'en').map(({ kind, count }) => [kind, count])).toEqual([
    ['schedule-failed', 1],
    ['broken-links', 2],
    ['stale', 4],
    ['foreign-links', 3],
    ['missing', 5],
    ['unpublished-edits', 1],
  ]);
  expect(issuesOf(card({ es: {} }), 'en').map(({ kind }) => kind)).toEqual(['language-missing']);
  expect(issuesOf(card({ es: hidden }), 'es').map(({ kind }) => kind)).toEqual(['unpublished']);
  const asked = { askedAt: 1, askedBy: { id: 'ana', name: 'Ana' } };
  expect(issuesOf(card({ es: { ...hidden, review: asked } }), 'es').map(({ kind }) => kind)).toEqual([
    'review-asked',
    'unpublished',
  ]);
  const sentBack = { at: 2, by: { id: 'eva', name: 'Eva' }, note: 'No' };
  expect(issuesOf(card({ es: { review: { ...asked, sentBack } } }), 'es').map(({ kind }) => kind)).toEqual([
    'sent-back',
  ]);
  expect(ISSUE_KINDS).toHaveLength(11);
});

describe('the order', () => {
  test('what visitors run into goes before what they do not see, however much there is of that', () => {
    const seen = card({ es: {}, en: { translation: { ...none, missing: 1 } } });
    const unseen = card({ es: {}, en: {} });
    unseen.languages.en = withoutSlug({ ...clean, ...hidden, translation: { ...none, stale: 5_000 } });
    expect(urgencyOf(seen, 'en')).toBeGreaterThan(urgencyOf(unseen, 'en'));
  });

  test('within a kind, more goes before less', () => {
    const stale = (count: number) => urgencyOf(card({ es: {}, en: { translation: { ...none, stale: count } } }), 'en');
    expect(stale(3)).toBeGreaterThan(stale(2));
    expect(stale(100_000)).toBeLessThan(urgencyOf(card({ es: {}, en: { brokenLinks: 1 } }), 'en'));
  });

  test('a language that a public item lacks goes before one that nobody reads', () => {
    const nobody = card({ es: hidden });
    nobody.languages.es = withoutSlug({ ...clean, ...hidden });
    expect(urgencyOf(card({ es: {} }), 'en')).toBeGreaterThan(urgencyOf(nobody, 'en'));
  });
});

test('what was put away, and a language that the site does not have, asks for nothing', () => {
  expect(issuesOf(card({ es: { state: 'archived' } }), 'es')).toEqual([]);
  expect(issuesOf(card({ es: { state: 'archived' } }), 'en')).toEqual([]);
  expect(issuesOf(card({ es: {} }), 'fr')).toEqual([]);
});

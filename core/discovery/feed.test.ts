import { expect, test } from 'vitest';
import config from '#site-config';
import type { PublicationCard } from '../content/publication.ts';
import { writeFeed } from './feed.ts';

const card: PublicationCard = {
  language: 'en',
  contentLanguage: 'en',
  itemId: 'brain-mri',
  type: 'studies',
  slug: 'brain-mri',
  title: 'Brain MRI <what & why>',
  summary: 'Lie\u0000 still.\ud83d',
  fields: {},
  tags: ['brain', 'unnamed'],
  readingMinutes: 3,
  firstPublishedAt: Date.UTC(2026, 0, 2),
  publishedAt: Date.UTC(2026, 1, 3),
};

const feed = (cards: PublicationCard[], locale = 'en') =>
  writeFeed({ config, origin: 'https://example.org', locale, cards });

test('an entry has a lasting id, an absolute address, its dates and its summary', () => {
  const xml = feed([card]);
  for (const part of [
    '<id>tag:example.org,2026-01-02:en/brain-mri</id>',
    '<title>Brain MRI &lt;what &amp; why&gt;</title>',
    'href="https://example.org/en/studies/brain-mri"',
    '<published>2026-01-02T00:00:00.000Z</published><updated>2026-02-03T00:00:00.000Z</updated>',
    '<summary>Lie still.</summary>',
    '<category term="brain" label="Brain"/><category term="unnamed" label="unnamed"/>',
  ]) {
    expect(xml).toContain(part);
  }
});

test('an entry that has a name of its own does not tell the id of its item', () => {
  const entryId = 'c7a3b1f0-4f0e-4d6a-9c59-1f1f0f8a2b11';
  const xml = feed([{ ...card, itemId: 'first-title-of-a-draft', entryId }]);
  expect(xml).toContain(`<id>tag:example.org,2026-01-02:en/${entryId}</id>`);
  expect(xml).not.toContain('first-title');
});

test('an entry keeps its id when its slug changes', () => {
  const id = (xml: string) => /<entry.*?<id>(.*?)<\/id>/.exec(xml)?.[1];
  expect(id(feed([{ ...card, slug: 'mri-of-the-brain' }]))).toBe(id(feed([card])));
});

test('an entry says which language it speaks', () => {
  const xml = feed([{ ...card, contentLanguage: 'es' }]);
  expect(xml).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">');
  expect(xml).toContain('<entry xml:lang="es-MX">');
});

test('the feed names itself by its canonical address and is as new as its newest change', () => {
  expect(feed([card, { ...card, publishedAt: Date.UTC(2026, 5, 1) }], 'es')).toContain(
    '<id>https://example.org/feed.xml</id>',
  );
  const xml = feed([card, { ...card, publishedAt: Date.UTC(2026, 5, 1) }]);
  expect(xml).toContain('rel="self" type="application/atom+xml" href="https://example.org/en/feed.xml"');
  expect(xml).toMatch(/<\/subtitle>.*?<updated>2026-06-01T00:00:00.000Z<\/updated>.*?<entry/);
});

test('at most 30 entries are in it, and an empty one is a feed too', () => {
  expect(feed(Array.from({ length: 40 }, () => card)).match(/<entry/g)).toHaveLength(30);
  expect(feed([])).toContain('</feed>');
});

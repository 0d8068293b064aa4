import { expect, test } from 'vitest';
import config from '#site-config';
import type { Publication } from '../content/publication.ts';
import { readContactDetails } from '../public-content/published-site.ts';
import { contentTypeOf } from '../site/content-paths.ts';
import {
  breadcrumbJsonLd,
  collectionJsonLd,
  faqJsonLd,
  itemJsonLd,
  organizationJsonLd,
  webSiteJsonLd,
} from './json-ld.ts';

const context = { config, origin: 'https://example.org', locale: 'en' };

const publication: Publication = {
  itemId: 'brain-mri',
  type: 'studies',
  language: 'en',
  slug: 'brain-mri',
  title: 'Brain MRI',
  summary: 'What to expect.',
  body: { type: 'doc', content: [] },
  seo: {},
  fields: {},
  tags: ['brain'],
  sourceLanguage: 'es',
  firstPublishedAt: Date.UTC(2026, 0, 2),
  publishedAt: Date.UTC(2026, 1, 3),
  revision: 1,
};

test('an article is the work itself, with its dates and whoever stands for it', () => {
  const article = { ...publication, type: 'articles', author: 'Dr. Ana Ruiz' };
  expect(
    itemJsonLd({ keywords: ['Brain'], ...context, type: contentTypeOf(config, 'articles'), publication: article }),
  ).toMatchObject({
    '@type': 'Article',
    headline: 'Brain MRI',
    url: 'https://example.org/en/articles/brain-mri',
    inLanguage: 'en-US',
    datePublished: '2026-01-02T00:00:00.000Z',
    dateModified: '2026-02-03T00:00:00.000Z',
    author: { '@type': 'Person', name: 'Dr. Ana Ruiz' },
    publisher: { '@id': 'https://example.org/#organization' },
    keywords: 'Brain',
  });
});

test('a medical test is what a page is about', () => {
  expect(itemJsonLd({ ...context, type: contentTypeOf(config, 'studies'), publication })).toMatchObject({
    '@type': 'WebPage',
    mainEntity: { '@type': 'MedicalTest', name: 'Brain MRI', description: 'What to expect.' },
  });
});

test('the organization says how to reach it and when, from the fields of the contact page', () => {
  const contact = readContactDetails({
    phone: '+52 33 5550 0140',
    email: 7,
    address: 'Av. Fresno 1480\n44610 Guadalajara',
    openingHours: [{ days: [1, '6', 9], opens: '07:00', closes: '20:00' }, 'always', { opens: '1' }],
  });
  expect(organizationJsonLd({ ...context, contact })).toMatchObject({
    '@type': 'MedicalClinic',
    name: 'Meki Imaging',
    url: 'https://example.org/en',
    foundingDate: '2014',
    telephone: '+52 33 5550 0140',
    email: undefined,
    address: 'Av. Fresno 1480, 44610 Guadalajara',
    openingHoursSpecification: [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['https://schema.org/Monday', 'https://schema.org/Saturday'],
        opens: '07:00',
        closes: '20:00',
      },
    ],
  });
});

test('the site names its search, a trail its pages, questions their answers, a listing its items', () => {
  expect(webSiteJsonLd(context)).toMatchObject({
    potentialAction: { target: { urlTemplate: 'https://example.org/en/search?q={search_term_string}' } },
  });
  expect(breadcrumbJsonLd(context.origin, [{ name: 'Home', path: '/en' }])).toMatchObject({
    itemListElement: [{ position: 1, name: 'Home', item: 'https://example.org/en' }],
  });
  expect(faqJsonLd(context, [{ question: 'Why?', answer: 'Because.' }])).toMatchObject({
    mainEntity: [{ '@type': 'Question', name: 'Why?', acceptedAnswer: { text: 'Because.' } }],
  });
  const { body: _, ...card } = publication;
  const cards = [{ ...card, contentLanguage: 'en', readingMinutes: 1 }];
  expect(collectionJsonLd({ ...context, path: '/en/studies?page=2', name: 'Exams', cards, offset: 12 })).toMatchObject({
    url: 'https://example.org/en/studies?page=2',
    mainEntity: { itemListElement: [{ position: 13, url: 'https://example.org/en/studies/brain-mri' }] },
  });
});

test('fields are properties of what a page is about', () => {
  const type = { ...contentTypeOf(config, 'studies'), schemaType: 'Event' };
  expect(itemJsonLd({ ...context, type, publication, properties: { startDate: '2026-03-01' } })).toMatchObject({
    '@type': 'WebPage',
    mainEntity: { '@type': 'Event', name: 'Brain MRI', startDate: '2026-03-01' },
  });
});

test('exceptional days are closed from midnight to midnight, or open at their own times', () => {
  const contact = readContactDetails({
    exceptionalDays: [
      { from: '2026-12-24', opens: '09:00', closes: '12:00', reason: 'X' },
      { from: '2026-12-25', to: '2026-12-26' },
      { from: '2026-12-25', to: '2026-12-20' },
      { from: 'soon' },
    ],
  });
  const { specialOpeningHoursSpecification: days } = organizationJsonLd({ ...context, contact });
  const of = { '@type': 'OpeningHoursSpecification' };
  expect(days).toEqual([
    { ...of, validFrom: '2026-12-24', validThrough: '2026-12-24', opens: '09:00', closes: '12:00' },
    { ...of, validFrom: '2026-12-25', validThrough: '2026-12-26', opens: '00:00', closes: '00:00' },
  ]);
});

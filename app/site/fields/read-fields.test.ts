import { describe, expect, it } from 'vitest';
import type { FieldValues } from '#core/content/item.ts';
import type { Publication, PublicationCard } from '#core/content/publication.ts';
import type { ContentType, FieldDefinition } from '#core/content-types/content-type.ts';
import type { PictureFile } from '#core/media/media.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { partial } from '../../../test/helpers/partial.ts';
import type { PageRequest } from '../page-request.ts';
import { readFields } from './read-fields.ts';

const labels = { es: 'Campo', en: 'Field' };
const PLAN = 'a'.repeat(32);

const books: ContentType = {
  key: 'books',
  labels: { singular: labels, plural: labels },
  segments: { es: 'libros', en: 'books' },
  icon: 'lucide:book',
  fields: [],
  missingLanguage: 'not-found',
  appearsAs: 'collection',
  schemaType: 'Book',
};

const config = partial<SiteConfig>({
  locales: [
    { code: 'es', language: 'es-MX', name: 'Español', direction: 'ltr' },
    { code: 'en', language: 'en-US', name: 'English', direction: 'ltr' },
  ],
  defaultLocale: 'es',
  contentTypes: [books],
});

const CREDITED = 'c'.repeat(32);

/** Of the books only `emma` is public, and of the files only the plan and a credited one are there. */
const content = partial<PublishedContent>({
  setting: async () => 'America/Mexico_City',
  cards: async (_locale: string, ids: string[]) =>
    ids
      .filter((id) => id === 'emma')
      .map((itemId) => ({
        ...{ itemId, type: 'books', slug: 'emma', title: 'Emma', summary: '', contentLanguage: 'en' },
        ...{ firstPublishedAt: 1, readingMinutes: 1 },
      })) as Partial<PublicationCard>[] as PublicationCard[],
  media: async (ids: Iterable<string>) =>
    new Map(
      [...ids]
        .filter((id) => id === PLAN || id === CREDITED)
        .map((id) => {
          const file = { id, contentType: 'image/svg+xml', bytes: 9, width: 4, height: 3 } as PictureFile;
          const words = { alt: 'A hall', caption: 'The hall', credit: 'Photo: Ana' };
          return [id, id === CREDITED ? { ...file, ...words } : file];
        }),
    ),
});

async function read(language: string, field: Record<string, unknown>, value: FieldValues[string]) {
  const type: ContentType = {
    ...books,
    fields: [{ key: 'f', labels, localized: false, ...field } as Partial<FieldDefinition> as FieldDefinition],
  };
  const t = (key: string) => ({ 'item.yes': 'Sí', 'item.no': 'No' })[key];
  const request = partial<PageRequest>({
    services: partial({ config, content, origin: 'https://example.org' }),
    locale: language,
    t: t as PageRequest['t'],
  });
  return readFields(request, type, partial<Publication>({ language, fields: { f: value } }));
}

const facts = async (...given: Parameters<typeof read>) => (await read(...given)).fields.facts;
const sections = async (...given: Parameters<typeof read>) => (await read(...given)).fields.sections;

describe('the facts of an item', () => {
  it('writes numbers with their unit as the language does', async () => {
    expect(await facts('es', { kind: 'number', unit: 'minute' }, 30)).toEqual([
      { label: 'Campo', value: '30 minutos' },
    ]);
    expect(await facts('en', { kind: 'number', unit: 'hour' }, 1)).toEqual([{ label: 'Field', value: '1 hour' }]);
    expect(await facts('es', { kind: 'list', of: 'number' }, [1.5, 2])).toEqual([{ label: 'Campo', value: '1.5 y 2' }]);
  });

  it('writes a year like a year, and groups the digits of larger numbers as the language does', async () => {
    expect(await facts('en', { kind: 'number' }, 1999)).toEqual([{ label: 'Field', value: '1999' }]);
    expect(await facts('en', { kind: 'list', of: 'number' }, [1999, 12_345])).toEqual([
      { label: 'Field', value: '1999 and 12,345' },
    ]);
  });

  it('writes a date without shifting it by a time zone', async () => {
    expect(await facts('en', { kind: 'date' }, '2026-03-01')).toEqual([{ label: 'Field', value: 'March 1, 2026' }]);
    expect(await facts('es', { kind: 'time' }, '19:30')).toEqual([
      { label: 'Campo', value: expect.stringMatching(/^7:30\sp\.m\.$/) },
    ]);
    expect(await facts('es', { kind: 'weekday' }, 1)).toEqual([{ label: 'Campo', value: 'lunes' }]);
    expect(await facts('en', { kind: 'list', of: 'weekday' }, [1, 2, 3])).toEqual([
      { label: 'Field', value: 'Monday – Wednesday' },
    ]);
  });

  it('tells a choice by its label, and yes and no in words', async () => {
    const choices = [{ value: 'mri', labels: { es: 'Resonancia', en: 'MRI' } }];
    expect(await facts('es', { kind: 'choice', choices }, 'mri')).toEqual([{ label: 'Campo', value: 'Resonancia' }]);
    expect(await facts('es', { kind: 'boolean' }, false)).toEqual([{ label: 'Campo', value: 'No' }]);
  });

  it('gives a list of texts as steps', async () => {
    expect(await facts('es', { kind: 'list', of: 'text' }, ['Uno', 'Dos'])).toEqual([
      { label: 'Campo', steps: ['Uno', 'Dos'] },
    ]);
  });

  it('leaves out what is empty, has no value, or is hidden', async () => {
    expect(await facts('es', { kind: 'text' }, '')).toEqual([]);
    expect(await facts('es', { kind: 'list', of: 'text' }, [])).toEqual([]);
    expect((await read('es', { kind: 'text', show: 'hidden' }, 'x')).fields).toEqual({ facts: [], sections: [] });
  });

  it('links to an item that a relation names', async () => {
    const relation = { kind: 'relation', type: 'books', show: 'facts' };
    expect(await facts('en', relation, 'emma')).toEqual([{ label: 'Field', value: 'Emma', href: '/en/books/emma' }]);
    expect(await facts('en', relation, 'draft')).toEqual([]);
  });

  it.each([
    ['item:emma', { value: 'Emma', href: '/en/books/emma' }],
    ['listing:books', { value: 'Field', href: '/en/books' }],
    ['https://example.org/', { value: 'example.org', href: 'https://example.org/' }],
    ['item:draft', undefined],
    ['listing:gone', undefined],
    ['javascript:alert(1)', undefined],
  ])('lead where the link "%s" does, if readers get there', async (value, shown) => {
    expect(await facts('en', { kind: 'link' }, value)).toEqual(shown ? [{ label: 'Field', ...shown }] : []);
  });
});

describe('the parts of an item below its text', () => {
  const only = async (...given: Parameters<typeof read>) => (await sections(...given)).map(({ content: own }) => own);

  it('show a rich text, with anchors that no other text of the page has', async () => {
    const heading = { type: 'heading', attrs: { id: 'a', level: 2 }, content: [{ type: 'text', text: 'Way' }] };
    expect(await sections('en', { kind: 'rich-text' }, { type: 'doc', content: [heading] })).toEqual([
      {
        anchor: 'field-f',
        label: 'Field',
        content: {
          shape: 'rich-text',
          text: {
            doc: {
              type: 'doc',
              content: [{ ...heading, attrs: { level: 3, anchor: 'f-way' }, content: heading.content }],
            },
          },
        },
      },
    ]);
  });

  it('show the card of an item that is public, and nothing of others', async () => {
    const relation = { kind: 'relation', type: 'books' };
    expect(await only('en', relation, 'emma')).toMatchObject([{ shape: 'cards', cards: [{ title: 'Emma' }] }]);
    expect(await sections('en', relation, 'draft')).toEqual([]);
  });

  it('show a picture with the label as its alternative text', async () => {
    expect(await only('en', { kind: 'media' }, PLAN)).toMatchObject([
      { shape: 'gallery', pictures: [{ alt: 'Field' }] },
    ]);
    expect(await only('en', { kind: 'media' }, 'b'.repeat(32))).toEqual([]);
  });

  it('show a picture with what its file says', async () => {
    expect(await only('en', { kind: 'media' }, CREDITED)).toMatchObject([
      { shape: 'gallery', pictures: [{ alt: 'A hall', caption: 'The hall', credit: 'Photo: Ana' }] },
    ]);
  });

  const picture = { key: 'file', kind: 'media', localized: false, labels };
  const text = { key: 'caption', kind: 'text', localized: false, labels };
  const book = { key: 'book', kind: 'relation', type: 'books', localized: false, labels };

  it('show records with a picture and a text as a gallery with captions', async () => {
    const entries = [{ file: PLAN, caption: 'The hall' }, { file: 'b'.repeat(32) }, 'text'];
    expect(await only('en', { kind: 'list', of: [text, picture] }, entries)).toMatchObject([
      { shape: 'gallery', pictures: [{ alt: '', caption: 'The hall' }] },
    ]);
  });

  it('show records with a relation alone as cards', async () => {
    const entries = [{ book: 'draft' }, { book: 'emma' }];
    expect(await only('en', { kind: 'list', of: [book] }, entries)).toMatchObject([
      { shape: 'cards', cards: [{ title: 'Emma' }] },
    ]);
  });

  it('show other records member by member, without what is hidden, empty or not public', async () => {
    const hidden = { key: 'note', kind: 'text', localized: false, labels, show: 'hidden' };
    const entries = [{ caption: 'Ten', book: 'emma', note: 'x' }, { caption: 'Eleven', book: 'draft' }, { note: 'x' }];
    expect(await only('en', { kind: 'list', of: [text, book, hidden] }, entries)).toEqual([
      {
        shape: 'records',
        records: [
          [
            { label: 'Field', content: { shape: 'text', text: 'Ten' } },
            { label: 'Field', content: { shape: 'text', text: 'Emma', href: '/en/books/emma' } },
          ],
          [{ label: 'Field', content: { shape: 'text', text: 'Eleven' } }],
        ],
      },
    ]);
  });
});

describe('the structured data of an item', () => {
  const property = async (field: Record<string, unknown>, value: FieldValues[string]) =>
    (await read('en', { schemaProperty: 'p', ...field }, value)).properties.p;

  it('has the properties that fields declare, shown or not', async () => {
    const choices = [{ value: 'mri', labels: { es: 'Resonancia', en: 'MRI' } }];
    expect(await property({ kind: 'date', show: 'hidden' }, '2026-03-01')).toBe('2026-03-01');
    expect(await property({ kind: 'number', unit: 'minute' }, 90)).toBe('PT90M');
    expect(await property({ kind: 'number' }, 3)).toBe(3);
    expect(await property({ kind: 'choice', choices }, 'mri')).toBe('MRI');
    expect(await property({ kind: 'list', of: 'text' }, ['a', 'b'])).toEqual(['a', 'b']);
    expect((await read('en', { kind: 'date' }, '2026-03-01')).properties).toEqual({});
  });

  it('has opening hours of any type, and shows them with the spans of the same days together', async () => {
    const hours = {
      kind: 'list',
      of: [
        { key: 'on', kind: 'list', of: 'weekday', localized: false, labels },
        { key: 'from', kind: 'time', localized: false, labels },
        { key: 'until', kind: 'time', after: 'from', localized: false, labels },
      ],
    };
    const value = [
      { on: [1, 2, 3], from: '07:00', until: '14:00' },
      { on: [1, 2, 3], from: '16:00', until: '00:00' },
      { on: [6], from: '9:00', until: '13:00' },
    ];
    const specification = (on: string[], opens: string, closes: string) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: on.map((day) => `https://schema.org/${day}`),
      opens,
      closes,
    });
    const midweek = ['Monday', 'Tuesday', 'Wednesday'];
    const shown = await read('es', { ...hours, schemaProperty: 'openingHoursSpecification' }, value);
    expect(shown.properties.openingHoursSpecification).toEqual([
      specification(midweek, '07:00', '14:00'),
      specification(midweek, '16:00', '00:00'),
      specification(['Saturday'], '09:00', '13:00'),
    ]);
    expect(shown.fields.sections[0]?.content).toEqual({
      shape: 'hours',
      rows: [
        { days: 'lunes – miércoles', spans: ['7:00 a.m. – 2:00 p.m.', '4:00 p.m. – 12:00 a.m.'] },
        { days: 'sábado', spans: ['9:00 a.m. – 1:00 p.m.'] },
      ],
    });
  });

  it('names items and pictures that are public', async () => {
    const emma = { '@type': 'Book', name: 'Emma', url: 'https://example.org/en/books/emma' };
    expect(await property({ kind: 'relation', type: 'books' }, 'emma')).toEqual(emma);
    expect(await property({ kind: 'relation', type: 'books' }, 'draft')).toBeUndefined();
    expect(await property({ kind: 'media' }, PLAN)).toBe(`https://example.org/media/${PLAN}/original`);
    const book = { key: 'book', kind: 'relation', type: 'books', localized: false, labels };
    expect(await property({ kind: 'list', of: [book] }, [{ book: 'draft' }, { book: 'emma' }])).toEqual([emma]);
  });
});

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { parse, stringify } from 'yaml';
import type { JsonValue } from '#core/documents/document-store.ts';
import type { Locale } from '#core/locales/locale.ts';
import { LONG_WORD, WORDS, type Words } from './library-words.ts';

interface ContentText {
  title: string;
  slug?: string;
  summary?: string;
  seo?: { title?: string; description?: string };
  body: { markdown: string };
  fields?: { [key: string]: JsonValue };
}

/** An item as in its file. */
export interface ContentItem {
  id: string;
  type: string;
  sourceLanguage: Locale;
  publishedAt: string;
  author?: string;
  tags?: string[];
  cover?: { file: string; alt: { [locale: Locale]: string } };
  fields?: { [key: string]: JsonValue };
  languages: { [locale: Locale]: ContentText };
}

const BOOKS = 30;
const PHOTOS = ['dusk.jpg', 'tower.jpg', 'harbour.jpg', 'rocks.jpg'] as const;

type Draft = Omit<ContentItem, 'sourceLanguage' | 'publishedAt' | 'languages'>;

const LIBRARY_ITEMS = join(import.meta.dirname, '../fixtures/library/items');

/** The content of the library in some languages, the first of which is that of the originals. */
export async function libraryContent(codes: readonly Locale[]): Promise<ContentItem[]> {
  let days = 0;
  const create = (draft: Draft, write: (words: Words, code: Locale) => ContentText): ContentItem => ({
    ...draft,
    sourceLanguage: codes[0] ?? '',
    publishedAt: new Date(Date.UTC(2026, 0, ++days)).toISOString(),
    languages: Object.fromEntries(codes.map((code) => [code, write(WORDS[code] as Words, code)])),
  });
  const alt = Object.fromEntries(codes.map((code) => [code, WORDS[code]?.photo ?? '']));
  const books = Array.from({ length: BOOKS }, (_, index) =>
    create(bookOf(index, alt), (words) => bookText(index + 1, words)),
  );
  const page = (id: string, name: keyof Words & string, more: Partial<Draft> = {}, address = false) =>
    create({ id, type: 'pages', ...more }, (words) => ({
      ...pageText(String(words[name]), id, words),
      ...(address && { fields: { address: words.address } }),
    }));
  return [
    ...books,
    ...(await eventsIn(codes)),
    ...[1, 2, 3].map((day) =>
      create({ id: `bulletin-${day}`, type: 'bulletins', tags: ['town'] }, (words) =>
        textOf(`${words.bulletin} ${day}`, words, words.text),
      ),
    ),
    create({ id: 'guide', type: 'bulletins', author: 'Iria Castro', tags: ['town', 'travel'] }, (words) =>
      textOf(`${words.guide} ${LONG_WORD}`, words, guideBody(words)),
    ),
    page('home', 'home', { cover: { file: 'photos/harbour.jpg', alt } }),
    page('about', 'about', { cover: { file: 'photos/tower.jpg', alt } }),
    page('faq', 'faq'),
    page('privacy-policy', 'privacy'),
    page('clubs', 'clubs'),
    page('contact', 'contact', { fields: CONTACT }, true),
    ...[0, 1, 2].map((index) =>
      create(
        { id: `question-${index}`, type: 'faqs', fields: { group: index === 1 ? 'rooms' : 'loans', order: index + 1 } },
        (words) => ({
          title: `${words.questions[index]}${index === 2 ? ` ${LONG_WORD}` : ''}`,
          body: { markdown: `${words.answer} [${words.home}](item:bulletin-1)` },
        }),
      ),
    ),
  ];
}

const CONTACT = {
  phone: '+34 955 010 140',
  email: 'biblioteca.municipal@riberadelpuerto.example',
  openingHours: [
    { days: [1, 2, 3, 4, 5], opens: '09:30', closes: '20:30' },
    { days: [6], opens: '10:00', closes: '14:00' },
  ],
};

function bookOf(index: number, alt: { [locale: Locale]: string }): Draft {
  const photo = PHOTOS[index % PHOTOS.length] ?? PHOTOS[0];
  return {
    id: `book-${index + 1}`,
    type: 'books',
    author: 'Iria Castro',
    tags: index % 2 === 0 ? ['poetry'] : ['travel', 'town'],
    // Every fifth one has no cover.
    ...(index % 5 === 4 ? {} : { cover: { file: `photos/${photo}`, alt } }),
    fields: {
      isbn: `978-84-01-${String(10_000 + index)}-3`,
      pageCount: 12_000 + index,
      weight: 350 + index,
      publishedOn: `${1960 + index}-05-04`,
      available: index % 3 !== 0,
      format: index % 2 === 0 ? 'hardback' : 'large',
      shelf: 'reading-room',
      price: 987_650 + index,
      ...(index < 3 && {
        jacket: { file: `photos/${PHOTOS[(index + 1) % PHOTOS.length]}` },
        printings: [1, 3, 12],
        similar: [{ book: 'book-4' }, { book: 'book-5' }],
      }),
    },
  };
}

function bookText(number: number, words: Words): ContentText {
  const photo = PHOTOS[(number + 1) % PHOTOS.length];
  const body = `${words.text}\n\n## ${words.heading}\n\n![${words.photo}](photos/${photo} "${words.caption}")\n\n${words.text}`;
  return {
    ...textOf(`${words.book} ${number}`, words, body),
    fields: {
      excerpt: number === 1 ? `${words.excerpt}\n${LONG_WORD}` : words.excerpt,
      review: { markdown: words.review },
      subjects: number === 1 ? [...words.subjects, LONG_WORD] : words.subjects,
      chapters: words.chapters.map((title, index) => ({ title, page: 7 + 30 * index })),
    },
  };
}

function textOf(title: string, words: Words, markdown: string): ContentText {
  return { title, summary: words.summary, seo: { description: `${title}. ${words.summary}` }, body: { markdown } };
}

function pageText(title: string, slug: string, words: Words): ContentText {
  return { ...textOf(title, words, `${words.text}\n\n## ${words.heading}\n\n${words.answer}`), slug };
}

/** What a text may have that is wide or long. */
function guideBody(words: Words): string {
  const cells = (text: (column: number) => string) =>
    `| ${Array.from({ length: 9 }, (_, index) => text(index + 1)).join(' | ')} |`;
  const table = [
    cells((column) => `${words.columns} ${column}`),
    cells(() => '---'),
    cells((column) => `${words.subjects[column % 2]} ${column}`),
  ].join('\n');
  return [
    words.text,
    `## ${LONG_WORD}`,
    table,
    `### ${words.heading}`,
    `- ${words.note}\n- ${LONG_WORD}${LONG_WORD}`,
    `> ${words.summary}`,
    `> [!TIP]\n> ${words.note}`,
    `\`\`\`\n${`${LONG_WORD} `.repeat(3)}\n\`\`\``,
    `::video{url="https://videos.example.org/1.mp4" captions="https://videos.example.org/1.vtt" title="${words.caption}" shape="wide"}`,
    `[${words.book}](item:book-1)`,
  ].join('\n\n');
}

/** The events and places of the fixture, in those of their languages that the site has. */
async function eventsIn(codes: readonly Locale[]): Promise<ContentItem[]> {
  const files = (await readdir(LIBRARY_ITEMS)).filter((name) => name.endsWith('.yaml')).sort();
  const items = files.map(async (name): Promise<ContentItem> => {
    const item = parse(await readFile(join(LIBRARY_ITEMS, name), 'utf8')) as ContentItem;
    const known = Object.entries(item.languages).filter(([code]) => codes.includes(code));
    return {
      ...item,
      tags: [],
      sourceLanguage: codes.includes(item.sourceLanguage) ? item.sourceLanguage : (known[0]?.[0] ?? ''),
      languages: Object.fromEntries(known),
    };
  });
  return Promise.all(items);
}

/** Writes items into a folder that `meki import` reads, with their pictures. */
export async function writeContent(folder: string, items: readonly ContentItem[]): Promise<void> {
  await rm(join(folder, 'items'), { recursive: true, force: true });
  await mkdir(join(folder, 'items'), { recursive: true });
  for (const item of items) await writeFile(join(folder, 'items', `${item.id}.yaml`), stringify(item));
  await writeMedia(join(folder, 'media'));
}

async function writeMedia(folder: string): Promise<void> {
  if ((await readdir(folder).catch(() => [])).length > 0) return;
  await mkdir(join(folder, 'photos'), { recursive: true });
  const drawings = join(LIBRARY_ITEMS, 'media');
  for (const name of await readdir(drawings)) await writeFile(join(folder, name), await readFile(join(drawings, name)));
  for (const [index, name] of PHOTOS.entries()) {
    const photo = await takePhotograph(index);
    await writeFile(join(folder, 'photos', name), photo);
  }
}

/** A JPEG as large as from a camera, with the grain of one; every second one is upright, turned by its orientation. */
function takePhotograph(index: number): Promise<Buffer> {
  const width = 4000;
  const height = 3000;
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${210 + 25 * index} 50% 70%)"/><stop offset="1" stop-color="hsl(${20 + 30 * index} 60% 75%)"/></linearGradient></defs>
    <rect width="100%" height="60%" fill="url(#sky)"/><rect y="60%" width="100%" height="40%" fill="hsl(${200 + 10 * index} 45% 30%)"/>
    <circle cx="${900 + 600 * index}" cy="1500" r="220" fill="#fff4d6"/><path d="M${400 + 500 * index} 1900l160-900h120l160 900z" fill="#f4f0e8"/></svg>`;
  const grain = { type: 'gaussian', mean: 128, sigma: 24 } as const;
  return sharp({ create: { width: width / 4, height: height / 4, channels: 3, background: '#808080', noise: grain } })
    .png()
    .toBuffer()
    .then((fine) => sharp(fine).resize({ width }).toBuffer())
    .then((noise) =>
      sharp(Buffer.from(scene))
        .composite([{ input: noise, blend: 'soft-light' }])
        .withMetadata({ orientation: index % 2 === 0 ? 1 : 6 })
        .jpeg({ quality: 90 })
        .toBuffer(),
    );
}

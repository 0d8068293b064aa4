import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { importItems } from '#core/importing/import-items.ts';
import type { SourcedItem } from '#core/importing/item-reader.ts';
import { movePage } from '#core/items/move-page.ts';
import { createServices } from '#server/services/services.ts';
import config from '#site-config';
import { median } from '../measuring/statistics.ts';
import type { Figure } from '../reporting/report.ts';
import { LAST_WORD } from '../sites/fill-site.ts';
import { benchAdmin } from './bench-admin.ts';

/** The first of five sections: a page with a fifth of all pages below it. */
const SECTION = 'section-0';

const SECTIONS = 5;
const MOVES = 7;

/** Pages in a tree, many and few, per page: a ratio above 1 shows what grows faster than their number. */
export async function benchPages(folder: string, many = 1_000, few = 50): Promise<Figure[]> {
  const folders = { small: join(folder, 'few-pages'), large: join(folder, 'many-pages') };
  const moving = { small: 0, large: 0 };
  for (const [size, count] of [
    ['small', few],
    ['large', many],
  ] as const) {
    mkdirSync(folders[size]);
    moving[size] = (await fillAndMove(folders[size], count)) / (count / SECTIONS);
  }
  const ready = { path: `/admin/item-search?q=${LAST_WORD}`, contains: '/admin/items/pages/' };
  const pages = { 'tree of pages': '/admin/items/pages' };
  const shown = await benchAdmin(folders, { many, few, things: 'pages' }, { pages, ready });
  return [
    ...shown.map((figure): Figure => {
      if (figure.unit !== 'ratio') return figure;
      return { ...figure, name: `${figure.name}, per page`, value: ((figure.value ?? 0) * few) / many };
    }),
    {
      name: `moving ${many / SECTIONS} of ${many} pages against ${few / SECTIONS} of ${few}, per page`,
      value: moving.large / moving.small,
      unit: 'ratio',
      budget: { atMost: 2 },
    },
    { name: `moving ${many / SECTIONS} of ${many} pages`, value: (moving.large * many) / SECTIONS, unit: 'ms' },
  ];
}

/** Fills a site with pages, and moves a fifth of them. @returns milliseconds per move */
async function fillAndMove(dataDir: string, count: number): Promise<number> {
  const { close, ...services } = await createServices({ dataDir }, config, { warn: () => {} });
  try {
    const report = await importItems({ ...services, config, actor: { kind: 'system' } }, generatePages(count));
    if (report.imported !== count) throw new Error(`${report.imported} of ${count} pages: ${report.problems[0]}`);
    const owner = {
      kind: 'person' as const,
      id: 'a',
      name: 'A',
      role: 'owner' as const,
      languages: [],
      disabled: false,
    };
    const times: number[] = [];
    for (let move = 0; move < MOVES; move++) {
      const startedAt = performance.now();
      const parent = move % 2 === 0 ? 'top' : undefined;
      const outcome = await movePage({ store: services.store, config }, owner, { id: SECTION, parent });
      if (!outcome.ok || outcome.isSame) throw new Error(`${SECTION} was not moved`);
      times.push(performance.now() - startedAt);
    }
    return median(times);
  } finally {
    await close();
  }
}

/** Sections with pages and pages below those, and a page without any. */
async function* generatePages(count: number): AsyncIterable<SourcedItem> {
  const perSection = count / SECTIONS;
  for (let number = 0; number < count; number++) {
    const [section, within] = [Math.floor(number / perSection), number % perSection];
    const isLast = number === count - 1;
    const isSection = within === 0;
    const id = isLast ? 'top' : isSection ? `section-${section}` : `page-${number}`;
    const parent =
      within % 5 === 1 ? `section-${section}` : `page-${number - (within % 5 === 0 ? 4 : (within % 5) - 1)}`;
    const text = (name: string) => ({
      title: `${name} ${number}`,
      slug: `${name}-${id}`,
      summary: LAST_WORD,
      body: { markdown: `${name} ${number}.` },
    });
    const value = {
      id,
      type: 'pages',
      sourceLanguage: 'es',
      ...(!isSection && !isLast && { parent }),
      languages: { es: text('pagina'), en: text('page') },
    };
    yield { value, file: 'generated', lineOf: () => number + 1, readFile: async () => undefined };
  }
}

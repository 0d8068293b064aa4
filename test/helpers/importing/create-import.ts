import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { type ImportDependencies, type ImportOptions, importItems } from '#core/importing/import-items.ts';
import type { ImportProgress } from '#core/importing/import-report.ts';
import type { SourcedItem, UnreadableItem } from '#core/importing/item-reader.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { createContentSite, testConfig } from '../content/create-content-site.ts';
import { acceptPictures } from './accept-pictures.ts';

/** The contents of `a.svg`, the only file that items can name. */
export const DRAWING = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><path d="M0 0"/></svg>',
);

/** A site and an importer. Each item is one line of `items.jsonl`. */
export function createImport(config: SiteConfig = testConfig) {
  const site = { ...createContentSite(), config };
  site.clock.time = Date.parse('2026-11-21T12:00:00Z');
  const files = createMemoryFileStore();
  const bring = (
    values: unknown[],
    onProgress?: (progress: ImportProgress) => void,
    options: Omit<ImportOptions, 'onProgress'> = {},
    own: Partial<ImportDependencies> = {},
  ) =>
    importItems(
      {
        ...site,
        files,
        pictures: acceptPictures,
        ...own,
      },
      sources(values),
      { ...options, onProgress },
    );
  return { ...site, files, bring };
}

async function* sources(values: unknown[]): AsyncGenerator<SourcedItem | UnreadableItem> {
  for (const [index, value] of values.entries()) {
    yield {
      value,
      file: 'items.jsonl',
      lineOf: () => index + 1,
      readFile: async (name) => (name === 'a.svg' ? { key: name, name, bytes: DRAWING } : undefined),
    };
  }
}

/** An item as a file has it, in two languages. */
export const itemValue = (id: string, rest: object = {}) => ({
  id,
  type: 'notice',
  sourceLanguage: 'es',
  languages: { es: { title: `Título ${id}`, body: { markdown: 'uno\n\ndos' } }, en: { title: `Title ${id}` } },
  ...rest,
});

import { localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { fileOfEntry } from '#core/search/search-entry.ts';
import type { HighlightedText } from '#core/search/search-index.ts';
import { itemPath } from '#core/site/content-paths.ts';
import { readFiles } from '../files/file-data.ts';
import { createPageHead, inEveryLanguage, type PageHead } from '../page-head/page-head.ts';
import type { PageRequest } from '../page-request.ts';
import { type Pager, pager, readPageNumber } from '../pager/pager.ts';

const PAGE_SIZE = 10;
/** Maximum pages of results. Nobody reads further, and finding a later result costs as much as all before it. */
const MAX_PAGES = 50;
/** Longer queries are truncated. */
const MAX_QUERY_LENGTH = 200;

export interface SearchResult {
  href: string;
  /** Whether it leads to a file instead of a page. */
  isFile?: true;
  type: string;
  /** The BCP 47 tag of the text, if it is not in the page's language. */
  language?: string;
  title: HighlightedText;
  excerpt: HighlightedText;
}

/** The data of the search page. */
export interface SearchData {
  head: PageHead;
  action: string;
  query: string;
  total: number;
  results: SearchResult[];
  pager: Pager;
}

/** Loads the results of the query `q`; `undefined` for a page that does not exist. */
export async function readSearch({ services, locale, query, t }: PageRequest): Promise<SearchData | undefined> {
  const { config, content, search } = services;
  const words = (query.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH);
  const page = readPageNumber(query, MAX_PAGES);
  if (page === undefined) return undefined;
  const { total, hits } = words
    ? search.search(words, { locale, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE })
    : { total: 0, hits: [] };
  const pages = Math.min(MAX_PAGES, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  if (page > pages) return undefined;
  const [cards, files] = await Promise.all([
    content.cards(
      locale,
      hits.flatMap(({ id }) => (fileOfEntry(id) === undefined ? [id] : [])),
    ),
    readFiles(
      services,
      locale,
      hits.flatMap(({ id }) => fileOfEntry(id) ?? []),
    ),
  ]);
  const action = localizePath(config, locale, '/search');
  const hrefOf = (number: number) =>
    `${action}?${new URLSearchParams({ q: words, ...(number > 1 ? { page: String(number) } : {}) })}`;
  return {
    head: createPageHead(services, locale, {
      title: words ? t('search.titleQuery', { query: words }) : t('search.title'),
      description: t('search.hint'),
      published: inEveryLanguage(services, '/search'),
      ...(words ? { search: `?${new URLSearchParams({ q: words })}` } : {}),
      noindex: true,
    }),
    action,
    query: words,
    total,
    results: hits.flatMap(({ id, title, excerpt }): SearchResult[] => {
      const file = files.get(fileOfEntry(id) ?? '');
      if (file) {
        const { href, format, size, titleLanguage: language } = file;
        return [{ href, isFile: true, type: `${format} · ${size}`, ...(language && { language }), title, excerpt }];
      }
      const card = cards.find(({ itemId }) => itemId === id);
      if (!card) return [];
      return [
        {
          href: itemPath(config, locale, card),
          type: config.contentTypes.find(({ key }) => key === card.type)?.labels.singular[locale] ?? card.type,
          ...(card.contentLanguage === locale
            ? {}
            : { language: localeDefinition(config, card.contentLanguage).language }),
          title,
          excerpt,
        },
      ];
    }),
    pager: pager(page, pages, hrefOf),
  };
}

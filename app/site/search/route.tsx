import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { fileOfEntry } from '#core/search/search-entry.ts';
import type { HighlightedText } from '#core/search/search-index.ts';
import { itemPath } from '#core/site/content-paths.ts';
import searchIcon from '~icons/lucide/search';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { readFiles } from '../files/file-data.ts';
import { createPageHead, inEveryLanguage, type PageHead, pageMeta } from '../page-head/page-head.ts';
import { type PageRequest, readPageRequest, routeValidationFailed } from '../page-request.ts';
import { type Pager, pager, readPageNumber } from '../pager/pager.ts';
import { PagerNav } from '../pager/pager-nav.tsx';

export const handle: RouteHandle = { layout: 'content' };

export async function loader(args: LoaderFunctionArgs) {
  const search = await readSearch(readPageRequest(args));
  if (!search) throw routeValidationFailed(args.request);
  return search;
}

export const clientLoader = pageClientLoader;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => pageMeta(loaderData?.head);

export default function SearchRoute() {
  return <SearchView search={useLoaderData<typeof loader>()} />;
}

/** The search form and its results. */
function SearchView({ search }: { search: SearchData }) {
  const t = useTranslations('common.search');
  const { query, total, results } = search;
  return (
    <div className="max-w-3xl">
      <h1 className="font-semibold text-h1">{t('title')}</h1>
      <search data-print="hide" className="mt-6 block">
        <Form action={search.action} method="get">
          <label htmlFor="q" className="mb-2 block font-medium">
            {t('label')}
          </label>
          <div className="flex gap-2">
            <input
              key={query}
              id="q"
              name="q"
              type="search"
              defaultValue={query}
              maxLength={200}
              required
              aria-describedby="search-hint"
              className="min-h-12 w-full min-w-0 rounded-control border border-line-strong bg-raised px-4"
            />
            <button
              type="submit"
              className="inline-flex min-h-12 items-center gap-2 rounded-control bg-action px-5 font-semibold text-on-action hover:bg-action-strong"
            >
              <Icon icon={searchIcon} />
              {t('submit')}
            </button>
          </div>
          <p id="search-hint" className="mt-2 text-fine text-ink-soft">
            {t('hint')}
          </p>
        </Form>
      </search>
      <p role="status" className={query ? 'mt-10 font-semibold' : 'sr-only'}>
        {query && t('results', { count: total, query })}
      </p>
      {query && total === 0 && <p className="mt-2 text-ink-soft">{t('none')}</p>}
      <ol className="mt-4 divide-y divide-line">
        {results.map((result) => (
          <Result key={result.href} result={result} />
        ))}
      </ol>
      <PagerNav pager={search.pager} />
    </div>
  );
}

const LINK = 'after:absolute after:inset-0 group-hover:text-action';

function Result({ result }: { result: SearchResult }) {
  return (
    <li className="group relative py-5">
      <p className="text-fine text-ink-soft">{result.type}</p>
      <div lang={result.language}>
        <h2 className="mt-0.5 font-semibold text-h3">
          {result.isFile ? (
            <a href={result.href} className={LINK}>
              <Highlighted text={result.title} />
            </a>
          ) : (
            <SiteLink to={result.href} className={LINK}>
              <Highlighted text={result.title} />
            </SiteLink>
          )}
        </h2>
        <p className="mt-1.5 text-ink-soft">
          <Highlighted text={result.excerpt} />
        </p>
      </div>
    </li>
  );
}

function Highlighted({ text }: { text: HighlightedText }) {
  return text.map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
    part.match ? <mark key={index}>{part.text}</mark> : part.text,
  );
}

const PAGE_SIZE = 10;
/** Maximum pages of results. Nobody reads further, and finding a later result costs as much as all before it. */
const MAX_PAGES = 50;
/** Longer queries are truncated. */
const MAX_QUERY_LENGTH = 200;

interface SearchResult {
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
interface SearchData {
  head: PageHead;
  action: string;
  query: string;
  total: number;
  results: SearchResult[];
  pager: Pager;
}

/** Loads the results of the query `q`; `undefined` for a page that does not exist. */
async function readSearch({ services, locale, query, t }: PageRequest): Promise<SearchData | undefined> {
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

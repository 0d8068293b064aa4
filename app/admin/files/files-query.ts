import { LARGER_THAN } from '#core/files/file-card.ts';
import { FILE_SORTS, type FileSearch, type FileSort } from '#core/files/list-files.ts';
import { isLanguageCode, type Locale } from '#core/locales/locale.ts';
import { FILE_KINDS, type FileKind } from '#core/media/media-file.ts';

export const FILE_PLACES = ['library', 'trash'] as const;

/** Files that one address names by their ids, besides those of its list. Source: Meki's own. */
export const MOST_NAMED = 100;

/** What is searched for about the texts of a language. */
export const TEXT_FILTERS = ['lacksAlt', 'missing', 'stale'] as const;

type TextFilter = (typeof TEXT_FILTERS)[number];

/** A list of files, as in the page's address; an empty field does not filter. */
export interface FilesQuery {
  q: string;
  place: (typeof FILE_PLACES)[number];
  /** One tab of the library; all kinds without. */
  kind: FileKind | '';
  use: 'used' | 'unused' | '';
  /** `{filter}.{language}` */
  texts: string;
  by: string;
  /** Megabytes. */
  larger: string;
  tag: string;
  sort: FileSort;
  view: 'grid' | 'list';
  after: string;
}

export const PLAIN_QUERY: FilesQuery = {
  ...{ q: '', place: 'library', kind: '', use: '', texts: '', by: '', larger: '', tag: '' },
  ...{ sort: 'uploaded', view: 'grid', after: '' },
};

/** Parses the page's address. Unknown values are ignored. */
export function readFilesQuery(params: URLSearchParams): FilesQuery {
  const text = (name: string, length: number) => (params.get(name) ?? '').trim().slice(0, length);
  const one = <T extends string>(name: string, known: readonly T[]) => known.find((each) => each === params.get(name));
  return {
    q: text('q', 200),
    place: one('place', FILE_PLACES) ?? 'library',
    kind: one('kind', FILE_KINDS) ?? '',
    use: one('use', ['used', 'unused']) ?? '',
    texts: parseTexts(text('texts', 40)) ? text('texts', 40) : '',
    by: text('by', 200),
    larger: LARGER_THAN.map(String).includes(text('larger', 3)) ? text('larger', 3) : '',
    tag: text('tag', 60),
    sort: one('sort', FILE_SORTS) ?? 'uploaded',
    view: one('view', ['grid', 'list']) ?? 'grid',
    after: text('after', 1_000),
  };
}

/** The address of a list; what is usual is left out. */
export function filesAddress(path: string, query: FilesQuery): string {
  const params = filesParams(query);
  return params.size === 0 ? path : `${path}?${params}`;
}

export function filesParams(query: FilesQuery): URLSearchParams {
  const usual: { [name: string]: string } = { ...PLAIN_QUERY };
  return new URLSearchParams(Object.entries(query).filter(([name, value]) => value !== usual[name]));
}

/** Whether something is searched for or filtered. */
export function isNarrowed({ q, use, texts, by, larger, tag }: FilesQuery): boolean {
  return [q, use, texts, by, larger, tag].some((value) => value !== '');
}

/** The search that a list shows, without its page. @param language of titles */
export function toFileSearch(query: FilesQuery, language: Locale): Omit<FileSearch, 'after' | 'limit'> {
  const { q, place, kind, use, by, larger, tag, sort } = query;
  const texts = parseTexts(query.texts);
  return {
    ...{ place, sort, language },
    ...(q !== '' && { words: q }),
    ...(kind !== '' && { kind }),
    ...(use !== '' && { isUsed: use === 'used' }),
    ...(texts && { [texts.filter]: texts.language }),
    ...(by !== '' && { uploaderId: by }),
    ...(larger !== '' && { largerThan: Number(larger) }),
    ...(tag !== '' && { tag }),
  };
}

/** The address of a list to choose from. @param values of its search and filters */
export function choiceAddress(
  { path, kinds, item }: { path: string; kinds: readonly FileKind[]; item?: string | undefined },
  values: URLSearchParams,
): string {
  const params = new URLSearchParams(values);
  params.set('kind', kinds.join());
  if (item !== undefined) params.set('item', item);
  return `${path}?${params}`;
}

function parseTexts(value: string): { filter: TextFilter; language: Locale } | undefined {
  const [name, language = ''] = value.split('.');
  const filter = TEXT_FILTERS.find((each) => each === name);
  return filter && isLanguageCode(language) ? { filter, language } : undefined;
}

import { ISSUE_KINDS, type IssueKind } from '#core/content/card-issues.ts';
import type { CardSearch } from '#core/item-cards/list-item-cards.ts';

/** The filters of the board, as in the page's address; an empty field does not filter. */
export interface HealthQuery {
  language: string;
  type: string;
  kind: IssueKind | '';
}

/** Parses the filters in an address. Unknown values are ignored. */
export function readHealthQuery(
  params: URLSearchParams,
  site: { languages: readonly string[]; types: readonly string[] },
): HealthQuery {
  return {
    language: site.languages.find((code) => code === params.get('language')) ?? '',
    type: site.types.find((key) => key === params.get('type')) ?? '',
    kind: ISSUE_KINDS.find((kind) => kind === params.get('kind')) ?? '',
  };
}

/** The address of the board with filters; empty ones are left out. */
export function healthAddress(path: string, query: HealthQuery, after = ''): string {
  const filled = Object.entries({ ...query, after }).filter(([, value]) => value !== '');
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled)}`;
}

export function toHealthSearch(
  { language, type, kind }: HealthQuery,
  locale: string,
): Omit<CardSearch, 'after' | 'limit'> {
  return {
    ...(type !== '' && { types: [type] }),
    place: 'shown',
    sort: 'work',
    work: { ...(language !== '' && { language }), ...(kind !== '' && { kind }) },
    language: locale,
  };
}

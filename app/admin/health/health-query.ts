import { ISSUE_KINDS, type IssueKind } from '#core/content/card-issues.ts';
import type { CardSearch } from '#core/item-cards/list-item-cards.ts';

/** What the board shows, as in the page's address; an empty field is all. */
export interface HealthQuery {
  language: string;
  type: string;
  kind: IssueKind | '';
}

/** Reads it out of an address. What the site does not have is passed over. */
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

/** The address of the board; what is empty is left out. */
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

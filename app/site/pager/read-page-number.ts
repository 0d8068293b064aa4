/** The last page that anybody may ask for. Source: Meki's own; where it begins is a number that every store can count to. */
const MAX_PAGE = 1_000_000;

/**
 * The parameter `page` of a query, counted from 1. @returns `undefined` for a page that cannot exist
 * @param last the last page that may be asked for
 */
export function readPageNumber(query: Pick<URLSearchParams, 'get'>, last = MAX_PAGE): number | undefined {
  const page = Number(query.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= last ? page : undefined;
}

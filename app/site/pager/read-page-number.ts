/** Maximum page number accepted. Source: Meki's own; its offset is a safe number for every store. */
const MAX_PAGE = 1_000_000;

/**
 * Parses the query parameter `page`, starting at 1. @returns `undefined` for a page that cannot exist
 * @param last maximum page number
 */
export function readPageNumber(query: Pick<URLSearchParams, 'get'>, last = MAX_PAGE): number | undefined {
  const page = Number(query.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= last ? page : undefined;
}

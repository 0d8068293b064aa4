/** Maximum page number accepted. Source: Meki's own; its offset is a safe number for every store. */
const MAX_PAGE = 1_000_000;

/** Pagination. */
export interface Pager {
  page: number;
  pages: number;
  previous?: string;
  next?: string;
  /** The first and last page and those around the current one; `gap` where some are left out. */
  links: ({ page: number; href: string } | 'gap')[];
}

/** @param hrefOf the address of a page, starting at 1 */
export function pager(page: number, pages: number, hrefOf: (page: number) => string): Pager {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])].filter((number) => number >= 1 && number <= pages);
  const links: Pager['links'] = [];
  let before = 0;
  for (const number of shown.sort((a, b) => a - b)) {
    if (number === before + 2) links.push({ page: number - 1, href: hrefOf(number - 1) });
    else if (number > before + 2) links.push('gap');
    links.push({ page: number, href: hrefOf(number) });
    before = number;
  }
  return {
    page,
    pages,
    links,
    ...(page > 1 ? { previous: hrefOf(page - 1) } : {}),
    ...(page < pages ? { next: hrefOf(page + 1) } : {}),
  };
}

/**
 * Parses the query parameter `page`, starting at 1. @returns `undefined` for a page that cannot exist
 * @param last maximum page number
 */
export function readPageNumber(query: Pick<URLSearchParams, 'get'>, last = MAX_PAGE): number | undefined {
  const page = Number(query.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= last ? page : undefined;
}

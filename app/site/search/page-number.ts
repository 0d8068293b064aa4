/** Pages of results that are shown. Nobody reads further, and finding the place of a later result costs as much as all before. */
export const MAX_PAGES = 50;

/** The page that a query asks for, from 1; `undefined` for one that no search has. */
export function readPageNumber(given: string | null): number | undefined {
  const page = Number(given ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : undefined;
}

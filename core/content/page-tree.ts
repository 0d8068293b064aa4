import { z } from 'zod';
import { orderBetween } from '../content-types/manual-order.ts';
import { itemId } from './schema-parts.ts';

/** Most segments of a page's path: a page at the top, and three levels below it. Source: the product's specification. */
export const MAX_PAGE_DEPTH = 4;

/** Most pages with a parent: they are in one document, some 250 bytes each at most. */
const MAX_CHILD_PAGES = 2_000;

const childPageSchema = z.strictObject({
  id: itemId,
  parent: itemId,
  /** Among the pages with the same parent, ascending. */
  position: z.number(),
});

export const pageTreeSchema = z.strictObject({ pages: z.array(childPageSchema).max(MAX_CHILD_PAGES) });

/** The parents of pages, and their order among siblings, for all languages. Pages at the top are not in it, and have no order. */
export type PageTree = z.infer<typeof pageTreeSchema>;

type ChildPage = z.infer<typeof childPageSchema>;

export const NO_TREE: PageTree = { pages: [] };

/** Questions about one state of a tree, each answered without going through all of it. */
export interface PageTreeView {
  entry(id: string): ChildPage | undefined;
  /** The ids of the pages above a page, the outermost first. */
  above(id: string): string[];
  /** The pages directly below a page, in order. */
  children(id: string): ChildPage[];
  /** The ids of all pages below a page, in reading order. */
  below(id: string): string[];
}

export function viewTree({ pages }: PageTree): PageTreeView {
  const entries = new Map(pages.map((page) => [page.id, page]));
  const byParent = Map.groupBy(pages.toSorted(compareSiblings), ({ parent }) => parent);
  const children = (id: string) => byParent.get(id) ?? [];
  const below = (id: string): string[] => children(id).flatMap((child) => [child.id, ...below(child.id)]);
  return {
    entry: (id) => entries.get(id),
    children,
    below,
    above(id) {
      const found: string[] = [];
      for (let next = entries.get(id)?.parent; next !== undefined; next = entries.get(next)?.parent)
        found.unshift(next);
      return found;
    },
  };
}

/**
 * Items in reading order, each with the number of those above it that are there: those at the top in the order that they come in,
 * `home` first.
 */
export function inReadingOrder<T extends { id: string }>(
  { above, children }: PageTreeView,
  given: readonly T[],
): { page: T; level: number }[] {
  const byId = new Map(given.map((page) => [page.id, page]));
  const found: { page: T; level: number }[] = [];
  const add = (id: string, level: number) => {
    const page = byId.get(id);
    if (page) found.push({ page, level });
    for (const child of children(id)) add(child.id, page ? level + 1 : level);
  };
  const tops = [...new Set(given.map(({ id }) => above(id)[0] ?? id))];
  for (const id of tops.toSorted((a, b) => Number(b === 'home') - Number(a === 'home'))) add(id, 0);
  return found;
}

function compareSiblings(a: ChildPage, b: ChildPage): number {
  return a.position - b.position || (a.id < b.id ? -1 : 1);
}

/** Compares pages by their `places`; equal ones by their ids. */
export function comparePlaces(
  a: { itemId: string; places: readonly number[] },
  b: { itemId: string; places: readonly number[] },
): number {
  const at = a.places.findIndex((place, index) => place !== b.places[index]);
  const difference = at < 0 ? 0 : (a.places[at] ?? 0) - (b.places[at] ?? -Infinity);
  return difference || a.places.length - b.places.length || (a.itemId < b.itemId ? -1 : 1);
}

/** A place in the tree: below a page, or at the top. */
export interface PagePlace {
  parent?: string | undefined;
  /** The sibling that it comes before; without one, it comes last. */
  before?: string | undefined;
  /** Its position among its siblings, in place of `before`: as a file has it. */
  position?: number | undefined;
}

/**
 * Why a page cannot have a place. `below-itself`: the place is below the page itself. `too-deep`: a page below it would have more
 * than `MAX_PAGE_DEPTH` segments. `too-many`: more pages would be below one page, or in the whole tree, than can change together.
 */
export type PlaceProblem = 'below-itself' | 'too-deep' | 'too-many';

/**
 * The tree with a page, and all below it, at another place. @param mostBelow the most pages below a page at the top
 * @returns the same tree if the page is there already
 */
export function placedInTree(
  tree: PageTree,
  id: string,
  { parent, before, position: given }: PagePlace,
  mostBelow: number,
): { tree: PageTree } | { problem: PlaceProblem } {
  const view = viewTree(tree);
  const others = tree.pages.filter((page) => page.id !== id);
  if (parent === undefined) return { tree: others.length === tree.pages.length ? tree : { pages: others } };
  const above = [...view.above(parent), parent];
  if (above.includes(id)) return { problem: 'below-itself' };
  if (above.length + heightOf(view, id) > MAX_PAGE_DEPTH) return { problem: 'too-deep' };
  const now = view.entry(id);
  const siblings = view.children(parent).filter((page) => page.id !== id);
  const found = before === undefined ? -1 : siblings.findIndex((page) => page.id === before);
  const index = found < 0 ? siblings.length : found;
  const isThere = view.children(parent).findIndex((page) => page.id === id) === index;
  if (now?.parent === parent && (given === undefined ? isThere : now.position === given)) return { tree };
  const position = given ?? orderBetween(siblings[index - 1]?.position, siblings[index]?.position);
  // Without a number between the two, the siblings are numbered anew.
  const numbered = siblings.map((page, at) => ({ ...page, position: at < index ? at + 1 : at + 2 }));
  const pages =
    position === undefined
      ? [...others.filter((page) => page.parent !== parent), ...numbered, { id, parent, position: index + 1 }]
      : [...others, { id, parent, position }];
  const isTooMany = viewTree({ pages }).below(above[0] ?? parent).length > mostBelow || pages.length > MAX_CHILD_PAGES;
  return isTooMany ? { problem: 'too-many' } : { tree: { pages } };
}

/** The levels of a page and what is below it; 1 for a page without any. */
function heightOf(view: PageTreeView, id: string): number {
  return 1 + Math.max(0, ...view.children(id).map((child) => heightOf(view, child.id)));
}

/** The tree without a page that is gone for good; while others are below it, it keeps their place. */
export function withoutPage(tree: PageTree, id: string): PageTree {
  const isNeeded = tree.pages.some(({ parent }) => parent === id);
  return isNeeded ? tree : { pages: tree.pages.filter((page) => page.id !== id) };
}

import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { mostPagesBelow, readTree, stagePlaces } from '../addresses/page-places.ts';
import { auditWrite, onRecord } from '../audit/audit-log.ts';
import { items, pageTrees, publicationCards } from '../content/collections.ts';
import { type Item, PURGING } from '../content/item.ts';
import { type PagePlace, type PlaceProblem, placedInTree, viewTree } from '../content/page-tree.ts';
import { isFixedPage } from '../content/validate-item.ts';
import { contentHash } from '../documents/content-hash.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import type { ItemDependencies } from '../publishing/change-item.ts';
import { itemEntry } from '../publishing/publication-entry.ts';
import { itemPath } from '../site/content-paths.ts';
import { matchRouteRules } from '../site/route-rules.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** A public page whose address changes in a language. */
export interface AddressChange {
  id: string;
  language: Locale;
  title: string;
  from: string;
  to: string;
}

/**
 * Why a page cannot be moved. `not-a-page`: the item or the one above it is none, or is in the trash. `fixed`: a page that every
 * site has stays at the top. `home`: nothing stands below the home page. `redirected`: a rule of the site's configuration leads
 * the address `path` elsewhere. `changed`: the addresses that would change are not those that were shown.
 */
export type MoveFailure =
  | { ok: false; reason: 'not-found' | 'not-a-page' | 'fixed' | 'home' | 'conflict' | 'changed' | PlaceProblem }
  | { ok: false; reason: 'redirected'; path: string };

/** What a move changes. `shown` names exactly these changes: a move that is given it changes nothing else. */
export type MovePlan = { ok: true; item: Item; isSame: boolean; changes: AddressChange[]; shown: string } | MoveFailure;

/** A page and its new place. */
export type PageMove = PagePlace & { id: string };

/** What moving a page, with all below it, would change. @throws {Forbidden} */
export async function planPageMove(
  { store, config }: Pick<ItemDependencies, 'store' | 'config'>,
  actor: Actor,
  move: PageMove,
): Promise<MovePlan> {
  requireMay(actor, 'page.move');
  return stagePageMove(new UnitOfWork(store), config, move);
}

/**
 * Moves a page, with all below it, in one commit. Takes effect at once in all languages: the place of a page is no part of its
 * drafts. @param shown of the plan that the actor has seen; without it, the move is made whatever it changes
 * @throws {Forbidden}
 */
export async function movePage(
  { store, config, now = Date.now }: Pick<ItemDependencies, 'store' | 'config' | 'now'>,
  actor: Actor,
  { shown, ...move }: PageMove & { shown?: string | undefined },
): Promise<MovePlan> {
  requireMay(actor, 'page.move');
  return retryOnConflict<MovePlan>(
    async () => {
      const unit = new UnitOfWork(store);
      const plan = await stagePageMove(unit, config, move);
      if (!plan.ok || plan.isSame) return plan;
      if (shown !== undefined && shown !== plan.shown) return { ok: false, reason: 'changed' };
      const entry = { action: 'item.moved' as const, at: now(), actor: onRecord(actor), item: plan.item };
      unit.append(auditWrite(itemEntry(entry)));
      await unit.commit();
      return plan;
    },
    { giveUp: () => ({ ok: false, reason: 'conflict' }) },
  );
}

/** Stages a page's place, and the cards of all pages whose place changes with it. For imports, which check rights themselves. */
export async function stagePageMove(unit: UnitOfWork, config: SiteConfig, move: PageMove): Promise<MovePlan> {
  const { id, parent } = move;
  await unit.read([id, ...(parent === undefined ? [] : [parent])].map((each) => items.at(each)));
  const item = unit.get(items.at(id));
  if (!item || item.trashedAt === PURGING) return { ok: false, reason: 'not-found' };
  const problem = pageProblem(config, item, parent === undefined ? undefined : (unit.get(items.at(parent)) ?? null));
  if (problem) return { ok: false, reason: problem };
  const before = await readTree(unit, item.type);
  const placed = placedInTree(before, id, move, mostPagesBelow(config));
  if ('problem' in placed) return { ok: false, reason: placed.problem };
  const view = viewTree(placed.tree);
  const former = new Map(before.pages.map((page) => [page.id, page]));
  const placedAnew = placed.tree.pages.filter(({ id: each, parent: above, position }) => {
    const was = former.get(each);
    return was?.parent !== above || was.position !== position;
  });
  const concerned = [
    ...new Set([id, ...placedAnew.map((page) => page.id)].flatMap((each) => [each, ...view.below(each)])),
  ];
  const isSame = placed.tree === before;
  const pathsBefore = await readPaths(unit, config, concerned);
  if (!isSame) {
    unit.set(pageTrees.at(item.type), placed.tree);
    await stagePlaces(unit, config, view, concerned);
  }
  const changes = [...(await readPaths(unit, config, concerned))].flatMap(
    ([key, { path, ...about }]): AddressChange[] => {
      const from = pathsBefore.get(key)?.path;
      return from === undefined || from === path ? [] : [{ ...about, from, to: path }];
    },
  );
  const redirected = changes.find(({ to }) => matchRouteRules(config.routeRules, to).redirect);
  if (redirected) return { ok: false, reason: 'redirected', path: redirected.to };
  return {
    ok: true,
    item,
    isSame,
    changes,
    shown: contentHash([id, parent ?? null, changes.map(({ from, to }) => [from, to])]),
  };
}

/** Why a page cannot stand below another one. @param above `null` if there is none, `undefined` for a place at the top */
function pageProblem(
  config: SiteConfig,
  item: Item,
  above: Item | null | undefined,
): 'not-a-page' | 'fixed' | 'home' | undefined {
  const isPage = config.contentTypes.find(({ key }) => key === item.type)?.appearsAs === 'page';
  if (!isPage || item.trashedAt !== undefined) return 'not-a-page';
  if (above === undefined) return undefined;
  if (isFixedPage(item)) return 'fixed';
  if (above === null || above.type !== item.type || above.trashedAt !== undefined) return 'not-a-page';
  return above.id === 'home' ? 'home' : undefined;
}

/** The public addresses of pages in each language, by language and id, with their titles. */
async function readPaths(unit: UnitOfWork, config: SiteConfig, ids: readonly string[]) {
  const refs = config.locales.flatMap(({ code }) =>
    ids.map((id) => ({ id, language: code, ref: publicationCards.at(code, id) })),
  );
  await unit.read(refs.map(({ ref }) => ref));
  return new Map(
    refs.flatMap(({ id, language, ref }) => {
      const card = unit.get(ref);
      if (!card) return [];
      return [[`${language}:${id}`, { id, language, title: card.title, path: itemPath(config, language, card) }]];
    }),
  );
}

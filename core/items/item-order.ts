import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { personOf } from '../audit/audit-log.ts';
import { itemCards, items } from '../content/collections.ts';
import { isOrdered, numberOf, orderBetween, UNNUMBERED } from '../content-types/manual-order.ts';
import type { DocumentStore, Query } from '../documents/document-store.ts';
import { getDocument, queryDocuments } from '../documents/typed-documents.ts';
import { isOutOfRoom } from '../drafts/drafts.ts';
import { changeItem, type ItemDependencies, type ItemOutcome } from '../publishing/change-item.ts';
import { type Shared, stageAmended } from '../publishing/stage-amended.ts';

/** Maximum items of a type with manual order. */
const MOST = 1_000;

/** Items that get a new number at the same time: with a database elsewhere, each takes several round trips. */
const AT_ONCE = 8;

/** `too-long`: a draft that gets a new number would be too large. */
export type OrderFailure = 'not-ordered' | 'too-long';

/** The order number of a new last item. */
export async function nextOrder(store: DocumentStore, type: string): Promise<number> {
  const [last] = await inOrder(store, type, {
    where: [{ field: 'order', op: '<', value: UNNUMBERED }],
    orderBy: [{ field: 'order', direction: 'desc' }],
    limit: 1,
  });
  return Math.floor(last?.order ?? 0) + 1;
}

/**
 * Moves an item of a type with manual order behind another one, or to the start. Takes effect at once for public items too,
 * which are republished with only their order changed. @param after the id of the preceding item; `undefined` for the start.
 * @throws {Forbidden}
 */
export async function changeOrder(
  dependencies: ItemDependencies,
  actor: Actor,
  { id, after }: { id: string; after: string | undefined },
): Promise<ItemOutcome<OrderFailure>> {
  requireMay(actor, 'item.order');
  const { store, config } = dependencies;
  const item = (await getDocument(store, items.at(id)))?.data;
  if (!item) return { ok: false, reason: 'not-found' };
  const type = config.contentTypes.find(({ key }) => key === item.type);
  if (!type || !isOrdered(type)) return { ok: false, reason: 'not-ordered' };
  const others = (await inOrder(store, item.type)).filter((card) => card.id !== id);
  const place = after === undefined ? 0 : others.findIndex((card) => card.id === after) + 1;
  if (after !== undefined && place === 0) return { ok: false, reason: 'not-found' };
  const [before, following] = [others[place - 1], others[place]].map((card) => numberOf(card?.order));
  // Behind an item without a number, there is no number to give.
  const isFree = place === 0 || before !== undefined;
  const between = isFree ? orderBetween(before, following) : undefined;
  if (between !== undefined) return putAt(dependencies, actor, id, between);
  // There is no number left between the two: renumber all items.
  const numbered = others.map((card, index) => ({ id: card.id, order: index < place ? index + 1 : index + 2 }));
  for (let from = 0; from < numbered.length; from += AT_ONCE) {
    const batch = numbered.slice(from, from + AT_ONCE);
    const outcomes = await Promise.all(batch.map((one) => putAt(dependencies, actor, one.id, one.order)));
    const tooLong = outcomes.find((outcome) => !outcome.ok && outcome.reason === 'too-long');
    if (tooLong) return tooLong;
  }
  return putAt(dependencies, actor, id, place + 1);
}

/** The draft first: if interrupted, the item has an unpublished order, and no data is lost. */
async function putAt(
  dependencies: ItemDependencies,
  actor: Actor,
  id: string,
  order: number,
): Promise<ItemOutcome<OrderFailure>> {
  try {
    await dependencies.drafts?.changeShared(id, { fields: { order } }, personOf(actor));
  } catch (error) {
    if (isOutOfRoom(error)) return { ok: false, reason: 'too-long' };
    throw error;
  }
  return changeItem<never>(dependencies, actor, { id }, async (unit, item, at) => {
    const amend = <Said extends Shared>(said: Said): Said =>
      said.fields.order === order ? said : { ...said, fields: { ...said.fields, order } };
    const stored = await stageAmended(unit, dependencies.config, item, amend, { at, by: personOf(actor) });
    return { ok: true, item: stored, entry: { action: 'item.reordered' } };
  });
}

async function inOrder(store: DocumentStore, type: string, { where = [], ...rest }: Partial<Query> = {}) {
  const documents = await queryDocuments(store, itemCards, {
    where: [{ field: 'type', op: '==', value: type }, { field: 'place', op: '==', value: 'shown' }, ...where],
    orderBy: [{ field: 'order', direction: 'asc' }],
    limit: MOST,
    ...rest,
  });
  return documents.map(({ data }) => data);
}

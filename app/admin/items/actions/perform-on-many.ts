import type { Actor } from '#core/access/actor.ts';
import type { Item } from '#core/content/item.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { slugProblem } from '#core/content-types/slugs.ts';
import { titleOf } from '#core/item-cards/create-item-card.ts';
import type { Locale } from '#core/locales/locale.ts';
import { MOST_TOGETHER } from '#core/publishing/commit-room.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { AccountRequest } from '../../../account/account-request.ts';
import type { ActionOutcome, ActionRequest } from './action-outcome.ts';
import { dependenciesOf } from './dependencies-of.ts';
import { findItems, isFound } from './find-items.ts';
import type { ActionAnswer, FailedItem, UndoStep } from './item-actions.ts';
import { type ItemsQuery, toCardSearch } from './items-query.ts';
import { performAction, performUndo } from './perform-action.ts';
import { createItemsTranslator } from './read-items-messages.ts';

/** The items of an action: given ids, or all items of a list, in batches. */
export type Chosen = (
  | {
      ids: string[];
      /** Items beyond the maximum of one request. */
      rest: string[];
      /** All items of the action, in this batch and the others. */
      among: string[];
    }
  | { query: ItemsQuery; after: string; limit: number }
) & {
  /** Items done by earlier batches. */
  ahead: string[];
};

export interface ManyRequest extends AccountRequest {
  config: SiteConfig;
  type: ContentType;
}

/** Performs an action on many items independently: a failure does not stop the others. @throws {Forbidden} */
export async function performOnMany(
  request: ManyRequest,
  actor: Actor,
  wanted: ActionRequest,
  chosen: Chosen,
): Promise<ActionAnswer> {
  const { ids, next } = await idsOf(request, actor, chosen);
  const answer: ActionAnswer = {
    kind: 'done',
    action: wanted.action,
    done: 0,
    unchanged: 0,
    failed: [],
    undo: [],
    ahead: [],
  };
  for (const id of ids) {
    if (chosen.ahead.includes(id) || answer.ahead.includes(id)) continue;
    const target = { id, isChosen: (other: string) => isAmong(request, chosen, other) };
    const outcome = await performAction(dependenciesOf(request), actor, wanted, target);
    if (outcome.ok && outcome.others) {
      answer.ahead.push(...outcome.others);
      answer.done += outcome.others.length;
    }
    tell(request, answer, id, outcome, wanted.action === 'purge');
  }
  return { ...answer, ...(next !== undefined && { next }) };
}

/** Undoes an action on many items, last first. @throws {Forbidden} */
export async function undoMany(request: ManyRequest, actor: Actor, steps: UndoStep[]): Promise<ActionAnswer> {
  const answer: ActionAnswer = { kind: 'done', action: 'undo', done: 0, unchanged: 0, failed: [], undo: [], ahead: [] };
  for (const step of steps.toReversed()) {
    const outcomes = await performUndo(dependenciesOf(request), actor, step);
    for (const outcome of outcomes) tell(request, answer, outcome.id, outcome, true);
  }
  return answer;
}

/** @param isFinal whether the result cannot be undone, so that an item without an undo step is done too */
function tell(request: ManyRequest, answer: ActionAnswer, id: string, outcome: ActionOutcome, isFinal: boolean): void {
  if (!outcome.ok) {
    answer.failed.push(failedItem(request, id, outcome));
    return;
  }
  if (outcome.undo) answer.undo.push(outcome.undo);
  if (outcome.undo || isFinal) answer.done++;
  else answer.unchanged++;
}

function failedItem(
  { locale, pathTo, type }: ManyRequest,
  id: string,
  { item, reason, codes, of, most = MOST_TOGETHER }: ActionOutcome & { ok: false },
): FailedItem {
  const t = createItemsTranslator(locale);
  const problems = listIn(
    locale,
    codes.map((code) => t(`checks.${code}`)),
  );
  return {
    id,
    title: nameOf(item, locale) || (item ? t('untitled') : id),
    href: pathTo(`/admin/items/${type.key}/${id}`),
    reason: of
      ? t('reasons.warningsOf', { title: nameOf(of, locale) || t('untitled'), problems })
      : t(`reasons.${reason}`, { problems, limit: CONTENT_LIMITS.tags, most }),
    isWarned: reason === 'warnings',
  };
}

async function idsOf(request: ManyRequest, actor: Actor, chosen: Chosen): Promise<{ ids: string[]; next?: string }> {
  if ('ids' in chosen) return { ids: chosen.ids.filter((id) => slugProblem(id) === undefined) };
  const { query, after, limit } = chosen;
  const search = searchOf(request, query);
  const { cards, next } = await findItems(request, actor, {
    q: query.q,
    // A sort order that no action changes, so that each item is visited once.
    search: { ...search, sort: query.work ? 'work' : 'created', ...(after && { after }) },
    limit,
  });
  return { ids: cards.map(({ id }) => id), ...(next !== undefined && { next }) };
}

function searchOf({ type, locale }: ManyRequest, query: ItemsQuery) {
  return toCardSearch(query, { type: type.key, language: locale, ordered: false });
}

async function isAmong(request: ManyRequest, chosen: Chosen, id: string): Promise<boolean> {
  if ('ids' in chosen) return chosen.among.includes(id);
  return isFound(request, { q: chosen.query.q, search: searchOf(request, chosen.query) }, id);
}

function nameOf(item: Item | undefined, locale: Locale): string {
  return item ? titleOf(item, locale) : '';
}

function listIn(locale: Locale, texts: string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts);
}

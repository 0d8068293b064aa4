import type { Actor } from '#core/access/actor.ts';
import type { Item } from '#core/content/item.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { slugProblem } from '#core/content-types/slugs.ts';
import { titleOf } from '#core/item-cards/create-item-card.ts';
import { readItemsTogether, type SettledItem } from '#core/items/settle-items.ts';
import type { StandingChange } from '#core/items/undo-together.ts';
import type { Locale } from '#core/locales/locale.ts';
import { MOST_TOGETHER } from '#core/publishing/commit-room.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { AccountRequest } from '../../../account/account-request.ts';
import type { ActionOutcome, ActionRequest } from './action-outcome.ts';
import { commitInTurn } from './concurrent/commit-in-turn.ts';
import { createRelation } from './concurrent/related-items.ts';
import { runInOrder } from './concurrent/run-in-order.ts';
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

/** Maximum items of a request that are worked on at once. Source: Meki's own. */
const AT_ONCE = 8;

/** Items that are read together. Source: Meki's own. */
const READ_TOGETHER = 20;

/**
 * Performs an action on many items independently: a failure does not stop the others. Several are worked on at once, unless they
 * have to do with each other. @throws {Forbidden}
 */
export async function performOnMany(
  request: ManyRequest,
  actor: Actor,
  wanted: ActionRequest,
  chosen: Chosen,
): Promise<ActionAnswer> {
  const { ids, next } = await idsOf(request, actor, chosen);
  const answer = emptyAnswer(wanted.action);
  const dependencies = { ...dependenciesOf(request), store: commitInTurn(request.store) };
  const isAhead = (id: string) => chosen.ahead.includes(id) || answer.ahead.includes(id);
  const perform = async (id: string, read: Map<string, SettledItem>): Promise<ActionOutcome | undefined> => {
    if (isAhead(id)) return undefined;
    const target = {
      id,
      settled: read.get(id),
      readTogether: [...read.values()],
      isChosen: (other: string) => isAmong(request, chosen, other),
    };
    const outcome = await performAction(dependencies, actor, wanted, target);
    if (outcome.ok && outcome.others) {
      answer.ahead.push(...outcome.others);
      answer.done += outcome.others.length;
    }
    return outcome;
  };
  for (let start = 0; start < ids.length; start += READ_TOGETHER) {
    const part = ids.slice(start, start + READ_TOGETHER);
    const read = await readItemsTogether(
      dependencies,
      part.filter((id) => !isAhead(id)),
      { settles: wanted.action === 'publish' },
    );
    const outcomes = await runInOrder(part, {
      atOnce: AT_ONCE,
      dependsOn: createRelation(
        request.config,
        read.values().map(({ item }) => item),
      ),
      run: (id) => perform(id, read),
    });
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome) tell(request, answer, part[index] ?? '', outcome, wanted.action === 'purge');
    }
  }
  return { ...answer, ...(next !== undefined && { next }) };
}

/** Undoes an action on many items, last first. Several are undone at once, unless something is published again. @throws {Forbidden} */
export async function undoMany(request: ManyRequest, actor: Actor, steps: UndoStep[]): Promise<ActionAnswer> {
  const answer = emptyAnswer('undo');
  const dependencies = { ...dependenciesOf(request), store: commitInTurn(request.store) };
  const outcomes = await runInOrder(steps.toReversed(), {
    atOnce: AT_ONCE,
    // An item that is published again may need an address that another one leaves.
    dependsOn: (one, other) =>
      republishes(one) || republishes(other) || itemsOf(one).some((id) => itemsOf(other).includes(id)),
    run: (step) => performUndo(dependencies, actor, step),
  });
  for (const outcome of outcomes.flat()) tell(request, answer, outcome.id, outcome, true);
  return answer;
}

function emptyAnswer(action: ActionAnswer['action']): ActionAnswer {
  return { kind: 'done', action, done: 0, unchanged: 0, failed: [], undo: [], ahead: [] };
}

function changesOf(step: UndoStep): StandingChange[] {
  if ('together' in step) return step.together;
  return 'after' in step ? [step] : [];
}

function itemsOf(step: UndoStep): string[] {
  return 'tag' in step ? [step.id] : changesOf(step).map(({ after }) => after.id);
}

function republishes(step: UndoStep): boolean {
  return changesOf(step).some(({ before, after }) =>
    Object.entries(before.languages).some(
      ([language, { revision }]) => revision !== undefined && revision !== after.languages[language]?.revision,
    ),
  );
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

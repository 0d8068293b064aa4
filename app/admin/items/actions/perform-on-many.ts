import type { Actor } from '#core/access/actor.ts';
import { contentLinks } from '#core/content/content-links.ts';
import type { Item } from '#core/content/item.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { CONTENT_LIMITS } from '#core/content-types/limits.ts';
import { slugProblem } from '#core/content-types/slugs.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { titleOf } from '#core/item-cards/create-item-card.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { Check } from '#core/publishing/publish-checks.ts';
import { hasErrors } from '#core/publishing/publish-outcome.ts';
import { readItemsTogether } from '#core/publishing/settle-items.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { AccountRequest } from '../../../account/account-request.ts';
import { dependenciesOf } from '../../../context/context.ts';
import { findItems } from './find-items.ts';
import type { ActionAnswer, FailedItem, UndoStep } from './item-actions.ts';
import { type ItemsQuery, toCardSearch } from './items-query.ts';
import {
  type ActionFailure,
  type ActionOutcome,
  type ActionRequest,
  performAction,
  performUndo,
} from './perform-action.ts';
import { createItemsTranslator } from './read-items-messages.ts';
import { runInOrder } from './run-in-order.ts';

/** The items of an action: given ids, or all items of a list, in batches. */
export type Chosen =
  /** `rest`: items beyond the maximum of one request. */
  { ids: string[]; rest: string[] } | { query: ItemsQuery; after: string; limit: number };

export interface ManyRequest extends AccountRequest {
  config: SiteConfig;
  type: ContentType;
}

/** Maximum items of a request that are worked on at once. Source: Meki's own. */
const AT_ONCE = 8;

/** Items that are read together. Source: Meki's own. */
const READ_TOGETHER = 20;

/**
 * Performs an action on many items, each by itself, with the results of one after another: a failure does not stop the others.
 * Several are worked on at once, unless they have to do with each other. @throws {Forbidden}
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
  for (let start = 0; start < ids.length; start += READ_TOGETHER) {
    const part = ids.slice(start, start + READ_TOGETHER);
    const read = await readItemsTogether(dependencies, part, { settles: wanted.action === 'publish' });
    const outcomes = await runInOrder(part, {
      atOnce: AT_ONCE,
      dependsOn: createRelation(
        request.config,
        read.values().map(({ item }) => item),
      ),
      run: (id) => performAction(dependencies, actor, wanted, { id, settled: read.get(id) }),
    });
    for (const [index, outcome] of outcomes.entries()) {
      tell(request, answer, part[index] ?? '', outcome, wanted.action === 'purge');
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
    dependsOn: (one, other) => republishes(one) || republishes(other) || itemOf(one) === itemOf(other),
    run: async (step) => ({ id: itemOf(step), outcome: await performUndo(dependencies, actor, step) }),
  });
  for (const { id, outcome } of outcomes) tell(request, answer, id, outcome, true);
  return answer;
}

function emptyAnswer(action: ActionAnswer['action']): ActionAnswer {
  return { kind: 'done', action, done: 0, unchanged: 0, failed: [], undo: [] };
}

function itemOf(step: UndoStep): string {
  return 'after' in step ? step.after.id : step.id;
}

function republishes(step: UndoStep): boolean {
  if (!('after' in step)) return false;
  return Object.entries(step.before.languages).some(
    ([language, { revision }]) => revision !== undefined && revision !== step.after.languages[language]?.revision,
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

function failedItem({ locale, pathTo, type }: ManyRequest, id: string, failure: ActionFailure): FailedItem {
  const { item, reason } = failure;
  const t = createItemsTranslator(locale);
  const hrefOf = (other: string) => pathTo(`/admin/items/${type.key}/${other}`);
  const checks = reason === 'checks' ? failure.checks : [];
  const isWarned = reason === 'checks' && !hasErrors(checks);
  const told = isWarned ? checks : checks.filter(({ severity }) => severity === 'error');
  const problems = listIn(
    locale,
    [...new Set(told.map(({ code }) => code))].map((code) => t(`checks.${code}`)),
  );
  return {
    id,
    title: nameOf(item, locale) || (item ? t('untitled') : id),
    href: hrefOf(id),
    reason: t(`reasons.${isWarned ? 'warnings' : reasonKey(reason)}`, { problems, limit: CONTENT_LIMITS.tags }),
    holders: holdersIn(told, locale).map((holder) => ({ title: holder.title, href: hrefOf(holder.id) })),
    isWarned,
  };
}

/** The items that have the wanted addresses, called by the title in the page's language where it is among them. */
function holdersIn(checks: readonly Check[], locale: Locale): { id: string; title: string }[] {
  const names = new Map<string, string>();
  for (const { code, language, target = '', targetTitle } of checks) {
    if (code === 'slug-taken' && (language === locale || !names.has(target))) names.set(target, targetTitle || target);
  }
  return [...names].map(([id, title]) => ({ id, title }));
}

/** The other reasons are those of schedules and files, which lists have none of. */
function reasonKey(reason: ActionFailure['reason']) {
  return reason === 'past' || reason === 'order' || reason === 'invalid' ? 'conflict' : reason;
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

function nameOf(item: Item | undefined, locale: Locale): string {
  return item ? titleOf(item, locale) : '';
}

function listIn(locale: Locale, texts: string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts);
}

/**
 * The store with commits one after another. Actions on several items at once change the same counts, which would make the commits
 * conflict.
 */
function commitInTurn(store: DocumentStore): DocumentStore {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...store,
    commit(writes) {
      const turn = last.then(() => store.commit(writes));
      last = turn.catch(() => {});
      return turn;
    },
  };
}

/** Whether an action on one item may matter to an action on another: both have or want an address, or one links to the other. */
export function createRelation(config: SiteConfig, items: Iterable<Item>): (one: string, other: string) => boolean {
  const names = new Map<string, Set<string>>();
  const mentions = new Map<string, Set<string>>();
  for (const item of items) {
    names.set(item.id, namesOf(item));
    mentions.set(item.id, mentionsOf(config, item));
  }
  const namesBy = (id: string) => names.get(id) ?? new Set([id]);
  const mentionedBy = (id: string) => mentions.get(id) ?? new Set<string>();
  return (one, other) => {
    const [a, b] = [namesBy(one), namesBy(other)];
    return meet(a, b) || meet(mentionedBy(one), b) || meet(mentionedBy(other), a);
  };
}

/** The id and the slugs of an item, in whatever language. */
function namesOf({ id, languages }: Item): Set<string> {
  const names = new Set([id]);
  for (const { slug, publishedSlug } of Object.values(languages)) {
    if (slug) names.add(slug);
    if (publishedSlug !== undefined) names.add(publishedSlug);
  }
  return names;
}

/** The items that an item links to, by id, or by the last part of a path. */
function mentionsOf(config: SiteConfig, item: Item): Set<string> {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const mentions = new Set<string>();
  for (const language of Object.keys(item.languages)) {
    const links = contentLinks(config, type, language, item);
    for (const id of links.items) mentions.add(id);
    for (const path of links.addresses) {
      const last = path.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean);
      mentions.add(last === undefined || config.locales.some(({ code }) => code === last) ? 'home' : last);
    }
  }
  return mentions;
}

function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((value) => other.has(value));
}

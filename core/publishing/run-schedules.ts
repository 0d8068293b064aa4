import type { Actor } from '../access/actor.ts';
import { Forbidden } from '../access/policy.ts';
import { auditWrite } from '../audit/audit-log.ts';
import { itemCards, items } from '../content/collections.ts';
import { type Item, plannedAction, type ScheduledAction, type ScheduleFailure } from '../content/item.ts';
import { idOf } from '../documents/document-path.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { StoreUnavailable } from '../documents/errors.ts';
import { ATTEMPTS, retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument, queryDocuments } from '../documents/typed-documents.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { mendItemCard } from '../item-cards/fill-item-cards.ts';
import { stageItem } from '../item-cards/stage-item.ts';
import type { Locale } from '../locales/locale.ts';
import type { ItemDependencies } from './change-item.ts';
import { itemEntry } from './publication-entry.ts';
import { publishItem, unpublishItem } from './publish-item.ts';
import type { PublishOutcome } from './publish-outcome.ts';
import { withoutScheduled } from './schedule-item.ts';

export interface ScheduleDependencies extends ItemDependencies {
  /** The current person or program; `undefined` if deleted. */
  actorOf(accountId: string): Promise<Actor | undefined>;
}

/** The result of one run. */
export interface ScheduleRun {
  done: number;
  /** Actions that failed, with the failure stored on the item. */
  failed: number;
  /** Items that stay due because not even the failure could be written, or because of repeated conflicts. */
  passedOver: number;
}

/** Languages of an item that are due together: same action, time and author. */
interface DueAction {
  action: ScheduledAction;
  at: number;
  by: { id: string; name: string };
  languages: Locale[];
}

/**
 * The time of the next scheduled action, in milliseconds since 1970; `undefined` if none.
 * @param after only considers later times
 */
export async function nextScheduledAt(store: DocumentStore, after?: number): Promise<number | undefined> {
  const [first] = await queryDocuments(store, itemCards, {
    ...(after !== undefined && { where: [{ field: 'nextScheduleAt', op: '>', value: after }] }),
    orderBy: [{ field: 'nextScheduleAt', direction: 'asc' }],
    limit: 1,
  });
  return first?.data.nextScheduleAt;
}

/**
 * Performs due actions, most overdue first, with all languages of an action in one commit. The author must still have the
 * right. A failed action is removed from the schedule, and the failure is stored on the item and in the audit log; an action
 * that is cancelled or postponed before the commit is not performed.
 * @param onError receives an unexpected error of one item; the others are still processed. @throws {StoreUnavailable}
 */
export async function runSchedules(
  dependencies: ScheduleDependencies,
  { signal, onError }: { signal?: AbortSignal; onError?: (error: unknown, id: string) => void } = {},
): Promise<ScheduleRun> {
  const { store, now = Date.now } = dependencies;
  const run: ScheduleRun = { done: 0, failed: 0, passedOver: 0 };
  const passedOver = new Set<string>();
  const fruitless = new Map<string, number>();
  while (!signal?.aborted) {
    const cards = await store.runQuery({
      collection: itemCards.name,
      where: [{ field: 'nextScheduleAt', op: '<=', value: now() }],
      orderBy: [{ field: 'nextScheduleAt', direction: 'asc' }],
      limit: passedOver.size + 1,
    });
    const due = cards.find((card) => !passedOver.has(idOf(card)));
    if (!due) return run;
    const id = idOf(due);
    let result: ActionResult | 'passedOver';
    try {
      result = await doNext(dependencies, id, onError);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      onError?.(error, id);
      result = 'passedOver';
    }
    if (result === 'overtaken') {
      // The next look reads its updated card.
      const looks = (fruitless.get(id) ?? 0) + 1;
      fruitless.set(id, looks);
      if (looks <= ATTEMPTS) continue;
      result = 'passedOver';
    }
    if (result === 'passedOver') passedOver.add(id);
    run[result]++;
  }
  return run;
}

/** Performs the most overdue action of an item. If none is due, the card is outdated and is recreated. */
async function doNext(
  dependencies: ScheduleDependencies,
  id: string,
  onError: ((error: unknown, id: string) => void) | undefined,
): Promise<ActionResult> {
  const { store, config, now = Date.now } = dependencies;
  const item = (await getDocument(store, items.at(id)))?.data;
  const first = item && dueActions(item, now())[0];
  if (item && first) return runOne(dependencies, item, first, onError);
  await mendItemCard(store, config, id);
  return 'overtaken';
}

/** `overtaken`: cancelled or changed meanwhile. */
type ActionResult = 'done' | 'failed' | 'overtaken';

const NOBODY = { id: '', name: '' };

function dueActions(item: Item, now: number): DueAction[] {
  const actions = new Map<string, DueAction>();
  for (const [language, { schedule }] of Object.entries(item.languages)) {
    for (const action of ['publish', 'unpublish'] as const) {
      const { at, by = NOBODY } = plannedAction(schedule, action) ?? {};
      if (at === undefined || at > now) continue;
      const key = `${action} ${at} ${by.id}`;
      const known = actions.get(key) ?? { action, at, by, languages: [] };
      actions.set(key, { ...known, languages: [...known.languages, language] });
    }
  }
  return [...actions.values()].sort((a, b) => a.at - b.at);
}

async function runOne(
  dependencies: ScheduleDependencies,
  item: Item,
  due: DueAction,
  onError: ((error: unknown, id: string) => void) | undefined,
): Promise<ActionResult> {
  const actor = await dependencies.actorOf(due.by.id);
  let isOvertaken = false;
  let failure: Failure;
  try {
    const outcome = actor && (await perform(dependencies, actor, item.id, due, () => (isOvertaken = true)));
    if (outcome?.ok) return 'done';
    failure = failureOf(outcome);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    onError?.(error, item.id);
    failure = { reason: 'invalid', codes: [] };
  }
  if (isOvertaken) return 'overtaken';
  return (await describeFailure(dependencies, item.id, due, failure)) ? 'failed' : 'overtaken';
}

/** @returns `undefined` if the policy table refuses. */
async function perform(
  dependencies: ScheduleDependencies,
  actor: Actor,
  id: string,
  due: DueAction,
  onOvertaken: () => void,
): Promise<PublishOutcome | undefined> {
  const { languages } = due;
  const isAsKnown = (item: Item) => {
    const isDue = languages.every((language) => isStillDue(item, language, due));
    if (!isDue) onOvertaken();
    return isDue;
  };
  const target = { id, languages, isAsKnown };
  try {
    return due.action === 'publish'
      ? await publishItem(dependencies, actor, target, { acceptWarnings: true, bySchedule: true })
      : await unpublishItem(dependencies, actor, target, { bySchedule: true });
  } catch (error) {
    if (error instanceof Forbidden) return undefined;
    throw error;
  }
}

/** Whether the same action is still scheduled for the same time and author. */
function isStillDue(item: Item, language: Locale, { action: what, at, by }: DueAction): boolean {
  const planned = plannedAction(item.languages[language]?.schedule, what);
  return planned?.at === at && (planned.by ?? NOBODY).id === by.id;
}

type Failure = Pick<ScheduleFailure, 'reason' | 'codes'>;

function failureOf(outcome: PublishOutcome | undefined): Failure {
  if (!outcome) return { reason: 'forbidden', codes: [] };
  if (outcome.ok || outcome.reason !== 'checks') return { reason: 'conflict', codes: [] };
  const errors = outcome.checks.filter(({ severity }) => severity === 'error');
  return { reason: 'invalid', codes: [...new Set(errors.map(({ code }) => code))] };
}

/** @returns whether a failure was stored: not if the action is now scheduled for another time. */
async function describeFailure(
  { store, config, now = Date.now }: ScheduleDependencies,
  id: string,
  due: DueAction,
  failure: Failure,
): Promise<boolean> {
  const ref = items.at(id);
  return retryOnConflict(
    async () => {
      const unit = new UnitOfWork(store);
      await unit.read([ref]);
      const item = unit.get(ref);
      const languages = item ? due.languages.filter((language) => isStillDue(item, language, due)) : [];
      if (!item || languages.length === 0) return false;
      const at = now();
      stageItem(unit, config, withoutScheduled(item, languages, [due.action], { action: due.action, at, ...failure }));
      const details = { languages, reason: failure.reason, onBehalfOf: due.by.name.slice(0, 300) };
      const entry = itemEntry({ action: 'item.schedule-failed', at, actor: { kind: 'system' }, item, details });
      unit.append(auditWrite(entry));
      await unit.commit();
      return true;
    },
    { giveUp: () => false },
  );
}

import type { Actor } from '../access/actor.ts';
import { Forbidden } from '../access/forbidden.ts';
import { auditWrite } from '../audit/record-audit.ts';
import { contentPath } from '../content/collections.ts';
import type { Item, ScheduleFailure } from '../content/item.ts';
import type { ItemCard } from '../content/item-card.ts';
import { itemEntry } from '../content/publication-entry.ts';
import type { ScheduledAct } from '../content/schedule.ts';
import { stageItem } from '../content/stage-item.ts';
import { createUnitOfWork } from '../content/unit-of-work.ts';
import type { Document, DocumentStore } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import type { Locale } from '../locales/locale.ts';
import { ATTEMPTS, type ItemDependencies } from './change-item.ts';
import { type PublishItemsOutcome, publishItems, unpublishItems } from './publish-items.ts';
import { withoutScheduled } from './schedule-item.ts';

export interface ScheduleDependencies extends ItemDependencies {
  /** The person of an account, or the program of a token, as they are now; `undefined` when it is gone. */
  actorOf(accountId: string): Promise<Actor | undefined>;
}

/** What was done of what had fallen due. */
export interface ScheduleRun {
  done: number;
  failed: number;
}

/** What falls due together: languages of an item, for the same act, at the same time, on behalf of the same person. */
interface DueAct {
  act: ScheduledAct;
  at: number;
  by: { id: string; name: string };
  languages: Locale[];
}

/** When the next scheduled act falls due, in milliseconds since 1970; `undefined` when none is planned. */
export async function nextScheduledAt(store: DocumentStore): Promise<number | undefined> {
  const [first] = (await store.runQuery({
    collection: 'item-cards',
    orderBy: [{ field: 'nextScheduleAt', direction: 'asc' }],
    limit: 1,
  })) as unknown as Document<ItemCard>[];
  return first?.data.nextScheduleAt;
}

/**
 * Does what has fallen due, each item's languages together in one commit, the longest due first. Whoever asked for it must
 * still be allowed to. What cannot be done is taken off the schedule and told on the item and on record.
 */
export async function runSchedules(
  dependencies: ScheduleDependencies,
  { signal }: { signal?: AbortSignal } = {},
): Promise<ScheduleRun> {
  const { store, now = Date.now } = dependencies;
  const run: ScheduleRun = { done: 0, failed: 0 };
  let fruitless = 0;
  while (!signal?.aborted) {
    const [due] = (await store.runQuery({
      collection: 'item-cards',
      where: [{ field: 'nextScheduleAt', op: '<=', value: now() }],
      orderBy: [{ field: 'nextScheduleAt', direction: 'asc' }],
      limit: 1,
    })) as unknown as Document<ItemCard>[];
    if (!due) return run;
    const [document] = await store.batchGet([contentPath.item(due.data.id)]);
    const item = document?.data as Item | undefined;
    const first = item && dueActs(item, now())[0];
    if (!item || !first) {
      // Somebody changed it meanwhile: its card says so at the next look.
      if (++fruitless > ATTEMPTS) return run;
      continue;
    }
    const ok = await runOne(dependencies, item, first);
    run[ok ? 'done' : 'failed']++;
  }
  return run;
}

function dueActs(item: Item, now: number): DueAct[] {
  const acts = new Map<string, DueAct>();
  for (const [language, { schedule }] of Object.entries(item.languages)) {
    const by = schedule?.by ?? { id: '', name: '' };
    const planned = { publish: schedule?.publishAt, unpublish: schedule?.unpublishAt };
    for (const act of ['publish', 'unpublish'] as const) {
      const at = planned[act];
      if (at === undefined || at > now) continue;
      const key = `${act} ${at} ${by.id}`;
      const known = acts.get(key) ?? { act, at, by, languages: [] };
      acts.set(key, { ...known, languages: [...known.languages, language] });
    }
  }
  return [...acts.values()].sort((a, b) => a.at - b.at);
}

async function runOne(dependencies: ScheduleDependencies, item: Item, due: DueAct): Promise<boolean> {
  const actor = await dependencies.actorOf(due.by.id);
  const outcome = actor ? await act(dependencies, actor, item.id, due) : undefined;
  if (outcome?.ok) return true;
  await tellFailure(dependencies, item.id, due, failureOf(outcome));
  return false;
}

/** @returns `undefined` when the table of roles refuses. */
async function act(
  dependencies: ScheduleDependencies,
  actor: Actor,
  id: string,
  { act: what, languages }: DueAct,
): Promise<PublishItemsOutcome | undefined> {
  try {
    return what === 'publish'
      ? await publishItems(dependencies, actor, [{ id, languages }], { acceptWarnings: true, bySchedule: true })
      : await unpublishItems(dependencies, actor, [{ id, languages }], { bySchedule: true });
  } catch (error) {
    if (error instanceof Forbidden) return undefined;
    throw error;
  }
}

function failureOf(outcome: PublishItemsOutcome | undefined): Pick<ScheduleFailure, 'reason' | 'codes'> {
  if (!outcome) return { reason: 'forbidden', codes: [] };
  if (outcome.ok || outcome.reason !== 'checks') return { reason: 'conflict', codes: [] };
  const errors = outcome.checks.filter(({ severity }) => severity === 'error');
  return { reason: 'invalid', codes: [...new Set(errors.map(({ code }) => code))] };
}

async function tellFailure(
  { store, config, now = Date.now }: ScheduleDependencies,
  id: string,
  { act: what, by, languages }: DueAct,
  failure: Pick<ScheduleFailure, 'reason' | 'codes'>,
): Promise<void> {
  const path = contentPath.item(id);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const unit = createUnitOfWork(store);
    await unit.read([path]);
    const item = unit.get<Item>(path);
    if (!item) return;
    const at = now();
    stageItem(unit, config, withoutScheduled(item, languages, [what], { act: what, at, ...failure }));
    const details = { languages, reason: failure.reason, onBehalfOf: by.name.slice(0, 300) };
    const entry = itemEntry({ act: 'item.schedule-failed', at, actor: { kind: 'system' }, item, details });
    unit.append(auditWrite(entry));
    try {
      await unit.commit();
      return;
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error;
    }
  }
}

import type { LanguageState, Schedule } from './item.ts';

export type ScheduledAct = 'publish' | 'unpublish';

/** A scheduled action. */
interface PlannedAct {
  /** Milliseconds since 1970. */
  at: number;
  by: { id: string; name: string } | undefined;
}

/** Time and author of a scheduled action; `undefined` if it is not scheduled. */
export function plannedAct(schedule: Schedule | undefined, act: ScheduledAct): PlannedAct | undefined {
  const { publishAt, publishBy, unpublishAt, unpublishBy, by: ofBoth } = schedule ?? {};
  const [at, by = ofBoth] = act === 'publish' ? [publishAt, publishBy] : [unpublishAt, unpublishBy];
  return at === undefined ? undefined : { at, by };
}

/** The schedule with an action added or replaced, and without the last failure. */
export function withAct(schedule: Schedule | undefined, act: ScheduledAct, planned: PlannedAct): Schedule {
  return { ...withoutActs(schedule, [act]), ...asStored(act, planned) };
}

/** The schedule without completed or cancelled actions and without the last failure; `undefined` if empty. */
export function withoutActs(schedule: Schedule | undefined, acts: readonly ScheduledAct[]): Schedule | undefined {
  const left: Schedule = {};
  for (const act of ['publish', 'unpublish'] as const) {
    const planned = acts.includes(act) ? undefined : plannedAct(schedule, act);
    if (planned) Object.assign(left, asStored(act, planned));
  }
  return Object.keys(left).length > 0 ? left : undefined;
}

function asStored(act: ScheduledAct, { at, by }: PlannedAct): Schedule {
  return act === 'publish'
    ? { publishAt: at, ...(by && { publishBy: by }) }
    : { unpublishAt: at, ...(by && { unpublishBy: by }) };
}

/** The state of a language that is neither public nor archived. */
export function hiddenState(schedule: Schedule | undefined): LanguageState {
  return schedule?.publishAt === undefined ? 'draft' : 'scheduled';
}

import type { LanguageState, Schedule } from './item.ts';

export type ScheduledAct = 'publish' | 'unpublish';

/** An act that is to happen by itself. */
interface PlannedAct {
  /** Milliseconds since 1970. */
  at: number;
  by: { id: string; name: string } | undefined;
}

/** When an act is to happen and who asked for it; `undefined` when it is not planned. */
export function plannedAct(schedule: Schedule | undefined, act: ScheduledAct): PlannedAct | undefined {
  const { publishAt, publishBy, unpublishAt, unpublishBy, by: ofBoth } = schedule ?? {};
  const [at, by = ofBoth] = act === 'publish' ? [publishAt, publishBy] : [unpublishAt, unpublishBy];
  return at === undefined ? undefined : { at, by };
}

/** The schedule with an act, in the place of the same one; without what failed before. */
export function withAct(schedule: Schedule | undefined, act: ScheduledAct, planned: PlannedAct): Schedule {
  return { ...withoutActs(schedule, [act]), ...asStored(act, planned) };
}

/** The schedule without acts that were done or called off, and without what failed before; none when nothing is left. */
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

/** How a language stands that is not public and not put away. */
export function hiddenState(schedule: Schedule | undefined): LanguageState {
  return schedule?.publishAt === undefined ? 'draft' : 'scheduled';
}

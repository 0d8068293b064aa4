import type { LanguageState, Schedule } from './item.ts';

export type ScheduledAction = 'publish' | 'unpublish';

/** A scheduled action. */
interface PlannedAction {
  /** Milliseconds since 1970. */
  at: number;
  by: { id: string; name: string } | undefined;
}

/** Time and author of a scheduled action; `undefined` if it is not scheduled. */
export function plannedAction(schedule: Schedule | undefined, action: ScheduledAction): PlannedAction | undefined {
  const { publishAt, publishBy, unpublishAt, unpublishBy } = schedule ?? {};
  const [at, by] = action === 'publish' ? [publishAt, publishBy] : [unpublishAt, unpublishBy];
  return at === undefined ? undefined : { at, by };
}

/** The schedule with an action added or replaced, and without the last failure. */
export function withAction(schedule: Schedule | undefined, action: ScheduledAction, planned: PlannedAction): Schedule {
  return { ...withoutActions(schedule, [action]), ...asStored(action, planned) };
}

/** The schedule without completed or cancelled actions and without the last failure; `undefined` if empty. */
export function withoutActions(
  schedule: Schedule | undefined,
  actions: readonly ScheduledAction[],
): Schedule | undefined {
  const left: Schedule = {};
  for (const action of ['publish', 'unpublish'] as const) {
    const planned = actions.includes(action) ? undefined : plannedAction(schedule, action);
    if (planned) Object.assign(left, asStored(action, planned));
  }
  return Object.keys(left).length > 0 ? left : undefined;
}

function asStored(action: ScheduledAction, { at, by }: PlannedAction): Schedule {
  return action === 'publish'
    ? { publishAt: at, ...(by && { publishBy: by }) }
    : { unpublishAt: at, ...(by && { unpublishBy: by }) };
}

/** The state of a language that is neither public nor archived. */
export function hiddenState(schedule: Schedule | undefined): LanguageState {
  return schedule?.publishAt === undefined ? 'draft' : 'scheduled';
}

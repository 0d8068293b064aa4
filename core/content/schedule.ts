import type { LanguageState, Schedule } from './item.ts';

export type ScheduledAct = 'publish' | 'unpublish';

/** The schedule without acts that were done or called off, and without what failed before them; none when nothing is left. */
export function withoutActs(schedule: Schedule | undefined, acts: readonly ScheduledAct[]): Schedule | undefined {
  if (!schedule || acts.length === 0) return schedule;
  const { publishAt, unpublishAt, by } = schedule;
  const left = {
    ...(publishAt !== undefined && !acts.includes('publish') && { publishAt }),
    ...(unpublishAt !== undefined && !acts.includes('unpublish') && { unpublishAt }),
  };
  return Object.keys(left).length > 0 ? { ...left, ...(by && { by }) } : undefined;
}

/** How a language stands that is not public and not put away. */
export function hiddenState(schedule: Schedule | undefined): LanguageState {
  return schedule?.publishAt === undefined ? 'draft' : 'scheduled';
}

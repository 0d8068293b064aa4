import type { Segment } from './segments.ts';
import { REGISTER, type SharedRegisters } from './shared-text.ts';

/** The segments in the order of the text, and which run each belongs to. */
export interface OrderedSegments {
  order: Segment[];
  /** The run of a segment. */
  runOf(segment: Segment): SegmentRun;
}

/** Consecutive segments that are moved as a whole. */
export interface SegmentRun {
  segments: Segment[];
  /** The slot at which the run is; `undefined` where it stands. */
  place: string | undefined;
}

/** Puts the runs that were moved to their slots. Runs that would be in each other remain where the first of them stands. */
export function orderSegments(segments: readonly Segment[], registers: SharedRegisters): OrderedSegments {
  const runs: SegmentRun[] = [];
  const runAt: SegmentRun[] = [];
  const runOfSlot = new Map<string, SegmentRun>();
  for (const segment of segments) {
    let run = runs.at(-1);
    if (!run || registers.get(REGISTER.head(segment.key)) === true) {
      run = { segments: [], place: undefined };
      runs.push(run);
    }
    run.segments.push(segment);
    runAt[segment.index] = run;
    for (const { id } of segment.slots) if (!runOfSlot.has(id)) runOfSlot.set(id, run);
  }
  for (const run of runs) {
    const [head] = run.segments;
    const place = head?.marker ? registers.get(REGISTER.place(head.key)) : undefined;
    if (typeof place === 'string' && runOfSlot.has(place)) run.place = place;
  }
  breakCycles(runs, (run) => (run.place === undefined ? undefined : runOfSlot.get(run.place)));
  return { order: inOrder(runs), runOf: (segment) => runAt[segment.index] as SegmentRun };
}

function breakCycles(runs: readonly SegmentRun[], parentOf: (run: SegmentRun) => SegmentRun | undefined): void {
  const done = new Set<SegmentRun>();
  for (const first of runs) {
    const chain = new Set<SegmentRun>();
    let run: SegmentRun | undefined = first;
    while (run && !done.has(run) && !chain.has(run)) {
      chain.add(run);
      run = parentOf(run);
    }
    if (run && chain.has(run)) {
      const members = [...chain];
      const cycle = members.slice(members.indexOf(run));
      const start = cycle.reduce((least, each) => (indexOf(each) < indexOf(least) ? each : least));
      start.place = undefined;
    }
    for (const each of chain) done.add(each);
  }
}

function indexOf({ segments: [head] }: SegmentRun): number {
  return head?.index ?? 0;
}

function inOrder(runs: readonly SegmentRun[]): Segment[] {
  const placed = Map.groupBy(runs, ({ place }) => place);
  const order: Segment[] = [];
  // A stack instead of recursion: the depth is not limited.
  const next: (Segment | string)[] = [];
  const push = (items: (Segment | string)[]) => {
    for (const item of items.toReversed()) next.push(item);
  };
  push((placed.get(undefined) ?? []).flatMap(({ segments }) => segments));
  for (let item = next.pop(); item !== undefined; item = next.pop()) {
    if (typeof item === 'string') {
      push((placed.get(item) ?? []).flatMap(({ segments }) => segments));
      placed.delete(item);
    } else {
      order.push(item);
      push(item.slots.map(({ id }) => id));
    }
  }
  return order;
}

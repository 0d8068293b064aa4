import type { ProcessFigures } from './figures-channel.ts';
import type { WaitSummary } from './judge-waits.ts';
import type { VisitedThing } from './visits.ts';

export interface ServerFigures extends ProcessFigures {
  descriptors: number | undefined;
}

/** What a server had released when it was ended. */
export interface EndMeasurement {
  before: ServerFigures;
  after: ServerFigures;
  /** Milliseconds from SIGTERM to the exit, and the exit code. */
  ending: { ms: number; code: number | null };
}

/** The measurements of one run of a case. */
export interface Measurement {
  calm: { [what in VisitedThing]?: WaitSummary };
  attacked: { [what in VisitedThing]?: WaitSummary };
  /** Processor milliseconds of an uncached page before any attack, see `measurePageCost`. */
  pageCost: number;
  /** The share of other load during the attack, see `machineShare`. */
  machineShare: number;
  /** Peak resident memory in megabytes during the attack. */
  peak: number;
  /** The same for child processes, which draw pictures. */
  childrenPeak: number;
  /** Maximum event loop delay in milliseconds. */
  longestDelay: number;
  /** Of the server before the first attack, and right after this one. */
  before: ServerFigures;
  after: ServerFigures;
  /** The error of the attack itself. */
  failure?: unknown;
}

import type { ProcessFigures } from './figures-channel.ts';
import type { WaitSummary } from './judge-waits.ts';
import type { VisitedThing } from './visits.ts';

/** What was measured of one run of a case. */
export interface Measurement {
  calm: { [what in VisitedThing]?: WaitSummary };
  attacked: { [what in VisitedThing]?: WaitSummary };
  /** The share of the attack in which the machine was busy with something else, see `machineShare`. */
  machineShare: number;
  /** Megabytes of resident memory at most during the attack. */
  peak: number;
  /** The same of the processes that the server started: the one that draws pictures. */
  childrenPeak: number;
  /** Milliseconds that the server's event loop came late at most. */
  longestDelay: number;
  before: ProcessFigures & { descriptors: number | undefined };
  after: ProcessFigures & { descriptors: number | undefined };
  /** Milliseconds from SIGTERM to the end, and the exit code. */
  ending: { ms: number; code: number | null };
  /** How often each complaint stands in the log. */
  complaints: [string, number][];
  errors: string[];
  /** What the attack itself found wrong, or what kept it from being measured. */
  failure?: unknown;
}

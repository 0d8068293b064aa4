import type { ProcessFigures } from './figures-channel.ts';
import type { WaitSummary } from './judge-waits.ts';
import type { VisitedThing } from './visits.ts';

/** The measurements of one run of a case. */
export interface Measurement {
  calm: { [what in VisitedThing]?: WaitSummary };
  attacked: { [what in VisitedThing]?: WaitSummary };
  /** The share of other load during the attack, see `machineShare`. */
  machineShare: number;
  /** Peak resident memory in megabytes during the attack. */
  peak: number;
  /** The same for child processes, which draw pictures. */
  childrenPeak: number;
  /** Maximum event loop delay in milliseconds. */
  longestDelay: number;
  before: ProcessFigures & { descriptors: number | undefined };
  after: ProcessFigures & { descriptors: number | undefined };
  /** Milliseconds from SIGTERM to the exit, and the exit code. */
  ending: { ms: number; code: number | null };
  /** Number of log lines per complaint. */
  complaints: [string, number][];
  errors: string[];
  /** The error of the attack itself or of the measurement. */
  failure?: unknown;
}

/** One request of an uninvolved visitor. */
export interface Visit {
  what: VisitedThing;
  /** Milliseconds on the machine's shared clock. */
  start: number;
  end: number;
  /** The status; 0 without a response. */
  status: number;
}

/** Requested resources; `control` is the trivial server. */
export type VisitedThing = 'kept page' | 'uncached page' | 'health' | 'control';

/** A sample of the server's state during monitoring. */
export interface CpuSample {
  /** Milliseconds on the shared clock. */
  at: number;
  /** Milliseconds since the server's start, see `CpuTimes`. */
  main: number;
  all: number;
  waited: number;
  /** Resident memory in megabytes. */
  rss: number;
  /** The same for child processes. */
  children: number;
}

/** The measurements of a period. */
export interface Watch {
  visits: Visit[];
  /** Empty if the system does not report it. */
  cpu: CpuSample[];
}

/** Milliseconds of a clock shared by the machine's processes. */
export function sharedNow(): number {
  return performance.timeOrigin + performance.now();
}

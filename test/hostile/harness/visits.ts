/** One request of a visitor who has nothing to do with an attack. */
export interface Visit {
  what: VisitedThing;
  /** Milliseconds on the clock that the processes of this machine share. */
  start: number;
  end: number;
  /** Of the answer; 0 when there was none. */
  status: number;
}

/** What visitors ask for; `control` is the server that does next to nothing. */
export type VisitedThing = 'kept page' | 'uncached page' | 'health' | 'control';

/** How the server fared at a moment in which visitors were watched. */
export interface CpuSample {
  /** Milliseconds on the shared clock. */
  at: number;
  /** Milliseconds, counted from the start of the server, see `CpuTimes`. */
  main: number;
  waited: number;
  all: number;
  /** Megabytes of resident memory. */
  rss: number;
  /** The same of the processes that it started. */
  children: number;
}

/** What visitors met in a period. */
export interface Watch {
  visits: Visit[];
  /** Empty where the system does not tell. */
  cpu: CpuSample[];
}

/** Milliseconds that the processes of this machine count alike. */
export function sharedNow(): number {
  return performance.timeOrigin + performance.now();
}

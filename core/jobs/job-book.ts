/** The background jobs of the server. */
export const JOB_NAMES = [
  'schedules',
  'mail',
  'item-cards',
  'lists',
  'files',
  'file-cards',
  'pictures',
  'backup',
  'history',
] as const;

export type JobName = (typeof JOB_NAMES)[number];

/** What a process knows of one of its jobs. Times are in milliseconds since 1970. */
export interface JobFacts {
  /** When the last run ended that did not fail. */
  lastAt?: number;
  /** When the next run is due; missing for a job that waits for a change. */
  nextAt?: number;
  /** The last failure, until a run succeeds. */
  failure?: { at: number; reason: string };
  runs: number;
  failures: number;
}

/** Runs a job's work, so that what it uses can be counted for it. */
export type EnterJob = (name: JobName, work: () => Promise<number | undefined>) => Promise<number | undefined>;

/** The entry of a job in the book. */
export interface JobEntry {
  run(work: () => Promise<number | undefined>): Promise<number | undefined>;
  /** @param wait milliseconds until the next run, if known */
  succeeded(wait: number | undefined): void;
  failed(error: unknown, wait: number): void;
}

/** What the jobs of a process did and will do. */
export interface JobBook {
  of(name: JobName): JobEntry;
  all(): { name: JobName; facts: JobFacts }[];
}

export function createJobBook(now: () => number = Date.now, enter: EnterJob = (_, work) => work()): JobBook {
  const known = new Map<JobName, JobFacts>();
  return {
    of(name) {
      const facts: JobFacts = { runs: 0, failures: 0 };
      known.set(name, facts);
      const noteNext = (wait: number | undefined) => {
        if (wait === undefined) delete facts.nextAt;
        else facts.nextAt = now() + Math.max(0, wait);
      };
      return {
        run: (work) => enter(name, work),
        succeeded(wait) {
          facts.runs += 1;
          facts.lastAt = now();
          delete facts.failure;
          noteNext(wait);
        },
        failed(error, wait) {
          facts.failures += 1;
          facts.failure = { at: now(), reason: error instanceof Error ? error.message : String(error) };
          noteNext(wait);
        },
      };
    },
    all: () => [...known].map(([name, facts]) => ({ name, facts })),
  };
}

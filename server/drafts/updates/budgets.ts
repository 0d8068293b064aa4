/** A rate limit for bytes, or what else is counted: a token bucket. */
export interface ByteBudget {
  /** Takes bytes from the bucket, which may become negative. @returns milliseconds until it is positive again */
  spend(bytes: number): number;
}

/** @param now a monotonic clock in milliseconds */
export function createByteBudget(
  { atOnce, perSecond }: { atOnce: number; perSecond: number },
  now: () => number = () => performance.now(),
): ByteBudget {
  let left = atOnce;
  let last = now();
  return {
    spend(bytes) {
      const time = now();
      left = Math.min(atOnce, left + ((time - last) / 1_000) * perSecond) - bytes;
      last = time;
      return left >= 0 ? 0 : Math.ceil((-left / perSecond) * 1_000);
    },
  };
}

/** The rate limits of people, whatever number of sockets they have. */
export interface BudgetsOfPeople {
  /** The budget of a person who opens a socket. */
  open(personId: string): ByteBudget;
  /** Number of open sockets of a person. */
  sockets(personId: string): number;
  /** To be called for each closed socket. A budget outlives the last one until it would be full again. */
  close(personId: string): void;
}

export function createBudgetsOfPeople(rate: { atOnce: number; perSecond: number }): BudgetsOfPeople {
  const people = new Map<string, { budget: ByteBudget; sockets: number; forgetting?: NodeJS.Timeout }>();
  return {
    open(personId) {
      const person = people.get(personId) ?? { budget: createByteBudget(rate), sockets: 0 };
      people.set(personId, person);
      clearTimeout(person.forgetting);
      person.sockets += 1;
      return person.budget;
    },
    sockets: (personId) => people.get(personId)?.sockets ?? 0,
    close(personId) {
      const person = people.get(personId);
      if (!person) return;
      person.sockets -= 1;
      if (person.sockets > 0) return;
      const untilFull = person.budget.spend(0) + (rate.atOnce / rate.perSecond) * 1_000;
      person.forgetting = setTimeout(() => people.delete(personId), untilFull).unref();
    },
  };
}

/**
 * Does one piece of work after the other, each in a turn of the event loop of its own: what arrives meanwhile from others has its
 * turns between them.
 */
export function createTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];

  function next(): void {
    const work = waiting.shift();
    if (waiting.length > 0) setImmediate(next);
    work?.();
  }

  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) setImmediate(next);
  };
}

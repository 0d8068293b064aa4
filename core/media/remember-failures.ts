/** Pictures that could not be drawn, for as long as it makes no sense to try again. */
export interface FailureMemory<Reason> {
  get(id: string): Reason | undefined;
  add(id: string, reason: Reason): void;
}

/**
 * @param most how many are remembered; the oldest gives way
 * @param lifetime milliseconds that each is remembered
 * @param now milliseconds of a clock that nobody sets
 */
export function rememberFailures<Reason>(
  most: number,
  lifetime: number,
  now: () => number = () => performance.now(),
): FailureMemory<Reason> {
  const failures = new Map<string, { reason: Reason; until: number }>();
  return {
    get(id) {
      const failure = failures.get(id);
      if (failure && failure.until > now()) return failure.reason;
      failures.delete(id);
      return undefined;
    },
    add(id, reason) {
      failures.delete(id);
      failures.set(id, { reason, until: now() + lifetime });
      const [oldest] = failures.keys();
      if (failures.size > most && oldest !== undefined) failures.delete(oldest);
    },
  };
}

/** A cache of failures, so that they are not retried too soon. */
export interface FailureMemory<Reason> {
  get(id: string): Reason | undefined;
  add(id: string, reason: Reason): void;
}

/**
 * @param most maximum number; the oldest is evicted
 * @param lifetime of each in milliseconds
 * @param now a monotonic clock in milliseconds
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

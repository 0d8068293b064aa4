/** Maximum networks remembered; the least recent is forgotten. */
const MOST = 20_000;

/** When each network last opened a page. In memory: after a restart nothing is known. */
export interface RecentVisits {
  note(network: string): void;
  /** Whether the last visit was less than `ms` ago; `false` if none is known. */
  isWithin(network: string, ms: number): boolean;
}

/** @param now milliseconds from any origin, never set back */
export function createRecentVisits(now: () => number): RecentVisits {
  const visitedAt = new Map<string, number>();
  return {
    note(network) {
      visitedAt.delete(network);
      visitedAt.set(network, now());
      const [oldest] = visitedAt.keys();
      if (visitedAt.size > MOST && oldest !== undefined) visitedAt.delete(oldest);
    },
    isWithin(network, ms) {
      const at = visitedAt.get(network);
      return at !== undefined && now() - at < ms;
    },
  };
}

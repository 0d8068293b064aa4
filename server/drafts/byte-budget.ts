/** A rate limit for bytes: a token bucket. */
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

/** How much may come in a time: a token bucket. */
export interface ByteBudget {
  /** Takes bytes out of the budget, beyond its end if need be. @returns milliseconds until something is left again */
  spend(bytes: number): number;
}

/** @param now milliseconds on a clock that never goes back */
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

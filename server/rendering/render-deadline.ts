/** How long a render may take. Time in which it waits for its visitor does not count. */
export interface RenderDeadline {
  /** Aborted when time is up. */
  signal: AbortSignal;
  /** Starts the work and the clock. Resolves as the work does. @throws Error where time is up before */
  race<T>(work: () => Promise<T>): Promise<T>;
  /** Stops the clock until the visitor has sent what is waited for. */
  pauseFor<T>(wait: () => Promise<T>): Promise<T>;
}

/** @param milliseconds of work; what limits the wait for a visitor is the timeout of the HTTP server */
export function createRenderDeadline(milliseconds: number): RenderDeadline {
  const controller = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  // Nobody may be racing when time is up.
  late.catch(() => {});
  let left = milliseconds;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function start(): void {
    startedAt = performance.now();
    timer = setTimeout(() => {
      const error = new Error('Request time out');
      reject(error);
      controller.abort(error);
    }, left);
    timer.unref();
  }

  function stop(): void {
    clearTimeout(timer);
    left = Math.max(0, left - (performance.now() - startedAt));
  }

  return {
    signal: controller.signal,
    async race(work) {
      start();
      try {
        return await Promise.race([work(), late]);
      } finally {
        stop();
      }
    },
    async pauseFor(wait) {
      stop();
      try {
        return await wait();
      } finally {
        start();
      }
    },
  };
}

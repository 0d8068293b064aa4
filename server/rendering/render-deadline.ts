/** The timeout of a render. Time spent waiting for the client does not count. */
export interface RenderDeadline {
  /** Aborted at the timeout. */
  signal: AbortSignal;
  /** Starts the work and the timer. Settles like the work. @throws Error at the timeout */
  race<T>(work: () => Promise<T>): Promise<T>;
  /** Pauses the timer while waiting for the client. */
  pauseFor<T>(wait: () => Promise<T>): Promise<T>;
}

/** Rendering took too long: something that it needs hangs. */
class RequestTimeout extends Error {
  override name = 'RequestTimeout';
}

/** @param milliseconds of work; waiting for the client is limited by the HTTP server's timeout */
export function createRenderDeadline(milliseconds: number): RenderDeadline {
  const controller = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  // There may be no race in progress at the timeout.
  late.catch(() => {});
  let left = milliseconds;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function start(): void {
    startedAt = performance.now();
    timer = setTimeout(() => {
      const error = new RequestTimeout('Request time out');
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

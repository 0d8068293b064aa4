import type { Writable } from 'node:stream';

/** Maximum buffered bytes for a slow reader. Beyond it, lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Milliseconds that the process waits for the reader when it exits. */
const DRAIN_LIMIT = 500;

/** The log's output. A slow or stuck reader loses lines, and never blocks the process. */
export interface Output {
  write(text: string): void;
  /** Resolves when everything is written, or after 500 ms. */
  drain(): Promise<void>;
}

/**
 * @param stream usually standard output, which Node writes asynchronously if it is a pipe
 * @param lossLine creates the line that reports how many characters were dropped
 */
export function createOutput(stream: Writable, lossLine: (characters: number) => string): Output {
  let hasReader = true;
  let lost = 0;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') hasReader = false;
  });

  return {
    write(text) {
      if (!hasReader) return;
      if (stream.writableLength > MAX_WAITING_BYTES) {
        lost += text.length;
        return;
      }
      const notice = lost === 0 ? '' : lossLine(lost);
      lost = 0;
      stream.write(notice + text);
    },
    async drain() {
      if (!hasReader || stream.writableLength === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, DRAIN_LIMIT);
      stream.write('', () => resolve());
      await promise;
      clearTimeout(timer);
    },
  };
}

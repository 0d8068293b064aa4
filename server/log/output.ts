import type { Writable } from 'node:stream';

/** Bytes that wait at most for a reader that is slower than the log. Beyond them, lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Milliseconds that the end of the process waits for a reader. */
const DRAIN_LIMIT = 500;

/** Where a log goes. A reader that is slow, stuck or gone costs lines, and never holds the process up. */
export interface Output {
  write(text: string): void;
  /** Resolves when everything is written, or when the reader has had 500 ms for it. */
  drain(): Promise<void>;
}

/**
 * @param stream usually the standard output, which Node writes to without blocking where it is a pipe
 * @param lossLine the line that tells, once the reader is back, how many characters were dropped
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

/** Buffers output lines to write many at once. */
export interface LineBuffer {
  add(line: string): void;
  flush(): void;
}

/** Maximum buffered characters. */
const LIMIT = 8_192;

/** @param interval maximum milliseconds that a line is buffered */
export function createLineBuffer(write: (text: string) => void, interval: number): LineBuffer {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    write(text);
  }

  return {
    add(line) {
      waiting += line;
      if (waiting.length >= LIMIT) flush();
      else timer ??= setTimeout(flush, interval).unref();
    },
    flush,
  };
}

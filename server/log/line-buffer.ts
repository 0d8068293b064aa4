/** Lines on their way out, written many at a time. */
export interface LineBuffer {
  add(line: string): void;
  flush(): void;
}

/** Characters that wait at most. */
const LIMIT = 8_192;

/** @param interval milliseconds that a line waits at most */
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

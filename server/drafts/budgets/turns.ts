/**
 * Does one piece of work after the other, each in a turn of the event loop of its own: what arrives meanwhile from others has its
 * turns between them.
 */
export function createTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];

  function next(): void {
    const work = waiting.shift();
    if (waiting.length > 0) setImmediate(next);
    work?.();
  }

  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) setImmediate(next);
  };
}

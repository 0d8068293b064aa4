/** Milliseconds between two messages of one window about a draft: carets of others move 20 times a second. */
const INTERVAL = 50;

/**
 * Passes on who is where: the first message of a window about a draft at once, then the latest one per interval. Each says the
 * same as those before it, anew.
 * @param inTurn see `createTurns`
 * @returns takes a message, by the name of the draft
 */
export function pacePresence(
  inTurn: (work: () => void) => void,
  interval = INTERVAL,
): (name: string, pass: () => void) => void {
  /** By draft, while another message may not be passed on yet. */
  const latest = new Map<string, (() => void) | undefined>();

  function next(name: string): void {
    const pass = latest.get(name);
    if (!pass) {
      latest.delete(name);
      return;
    }
    latest.set(name, undefined);
    pass();
    setTimeout(() => inTurn(() => next(name)), interval).unref();
  }

  return (name, pass) => {
    const isPaced = latest.has(name);
    latest.set(name, pass);
    if (!isPaced) next(name);
  };
}

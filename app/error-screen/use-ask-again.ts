import { useEffect, useState } from 'react';
import { wait } from '../data/backoff.ts';
import { AWAY } from '../navigation/answer-marks.ts';

/** Milliseconds between questions. Source: what the server sends as `Retry-After` (`RETRY_AFTER_SECONDS`). */
const ASK_AFTER = 5_000;

/**
 * Asks for a page that the server cannot give now, and opens it as soon as it can.
 * @param open loads the page; called again if that was in vain. Always the same function
 * @returns whether it is asked for: not without scripts
 */
export function useAskAgain(status: number | undefined, open: () => void): boolean {
  const [isAsking, setAsking] = useState(false);
  const isAway = status !== undefined && AWAY.includes(status);
  useEffect(() => {
    if (!isAway) return;
    const stop = new AbortController();
    void askUntilThere(open, stop.signal);
    setAsking(true);
    return () => stop.abort();
  }, [isAway, open]);
  return isAway && isAsking;
}

async function askUntilThere(open: () => void, signal: AbortSignal): Promise<void> {
  for (;;) {
    await wait(ASK_AFTER, signal);
    if (signal.aborted) return;
    // A window that nobody sees asks when it is looked at.
    if (document.hidden) continue;
    const answer = await fetch(window.location.href, { method: 'HEAD', redirect: 'manual', signal }).catch(
      () => undefined,
    );
    if (answer && !AWAY.includes(answer.status)) open();
  }
}

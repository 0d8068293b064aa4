import { useEffect, useState } from 'react';

/** A cheap resource of the server. */
const PROBE_PATH = '/builds/latest.json';

/** Initial and maximum backoff in milliseconds. */
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 30_000;

/** Whether the server can be reached again. */
export function useServerIsBack(): boolean {
  const [isBack, setIsBack] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = FIRST_WAIT;
    let isOver = false;
    const ask = async () => {
      clearTimeout(timer);
      const answers = await fetch(PROBE_PATH, { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isOver) return;
      if (answers) {
        isOver = true;
        setIsBack(true);
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(ask, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
    timer = setTimeout(ask, wait);
    window.addEventListener('online', ask);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('online', ask);
    };
  }, []);
  return isBack;
}

import { setTimeout as pause } from 'node:timers/promises';

/** Default polling interval in milliseconds. */
const INTERVAL = 20;

/**
 * Resolves with the first result of `look` that is neither `undefined` nor `false`.
 * @param patience milliseconds
 * @param interval milliseconds between looks
 * @throws Error that names `what` on timeout
 */
export async function waitUntil<T>(
  what: string,
  look: () => T | Promise<T>,
  patience = 10_000,
  interval = INTERVAL,
): Promise<Exclude<T, undefined | false>> {
  const end = performance.now() + patience;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>;
    if (performance.now() > end) throw new Error(`Waited ${patience} ms in vain: ${what}`);
    await pause(interval);
  }
}

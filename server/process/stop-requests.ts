import { readFileSync } from 'node:fs';

/** Signals that request a stop: from a supervisor, Ctrl+C, or a terminal that closes. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Interval in milliseconds for checking whether the launcher is still running. */
const LAUNCHER_CHECK = 500;

/**
 * Values of `npm_lifecycle_event` if npm itself launched the server. Other launchers may exit and leave it running
 * intentionally.
 */
const LAUNCHED_BY_NPM = new Set(['start', 'dev', 'npx']);

/**
 * Calls `stop` when the process should end, possibly several times: on a signal, when a launcher with an IPC channel is gone,
 * and when the npm that launched it is gone. npm forwards signals to a shell, which does not forward them to its child; killing
 * npm would leave the server behind.
 */
export function onStopRequest(stop: () => void): void {
  for (const name of SIGNALS) process.on(name, stop);
  process.on('disconnect', stop);
  if (!LAUNCHED_BY_NPM.has(process.env.npm_lifecycle_event ?? '')) return;
  const launcher = identifyLauncher();
  setInterval(() => {
    if (identifyLauncher() !== launcher) stop();
  }, LAUNCHER_CHECK).unref();
}

/**
 * The ids of the parent and, if known, of its ancestors up to npm, if the parent is a wrapper or a shell. When they change, one
 * of them is gone.
 */
function identifyLauncher(): string {
  const ids = [process.ppid];
  let passesOn = process.connected;
  for (;;) {
    const status = readStatus(ids.at(-1) ?? 0);
    passesOn ||= SHELL.test(status);
    const parent = PARENT.exec(status)?.[1];
    if (!passesOn || parent === undefined) return ids.join(' ');
    ids.push(Number(parent));
    passesOn = false;
  }
}

const SHELL = /^Name:\t(sh|dash|bash|ash|busybox)$/m;
const PARENT = /^PPid:\t([1-9]\d*)$/m;

/** Exists on Linux only. */
function readStatus(id: number): string {
  try {
    return readFileSync(`/proc/${id}/status`, 'utf8');
  } catch {
    return '';
  }
}

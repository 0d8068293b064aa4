import { readFileSync } from 'node:fs';

/** Signals that ask a process to end: by a supervisor, by Ctrl+C, and by a terminal that closes. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Milliseconds between looks at whether the launcher still runs. */
const LAUNCHER_CHECK = 500;

/** `npm_lifecycle_event` where npm itself launched the server. Anything else may leave it running on purpose. */
const LAUNCHED_BY_NPM = new Set(['start', 'dev', 'npx']);

/**
 * Calls `stop` when the process is asked to end, perhaps several times: on a signal, when a launcher that holds an IPC
 * channel to it is gone, and when the npm that launched it is gone. npm passes signals on to a shell, which passes
 * nothing on to its own child; whoever kills npm would leave the server behind.
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
 * The ids of the parent and, as far as the system tells, of what stands behind it where that is a wrapper or a shell, up
 * to npm. Others than before: one of them is gone.
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

/** Linux alone has such files. */
function readStatus(id: number): string {
  try {
    return readFileSync(`/proc/${id}/status`, 'utf8');
  } catch {
    return '';
  }
}

import { format } from 'node:util';
import type { Log } from './log.ts';

/** Turns what Node and libraries write to the console into lines of the log, so that programs can read all of the output. */
export function captureOutput(log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>): void {
  const methods = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'debug' } as const;
  for (const [name, level] of Object.entries(methods) as [
    keyof typeof methods,
    'debug' | 'info' | 'warn' | 'error',
  ][]) {
    console[name] = (...parts: unknown[]) => log[level]({}, format(...parts));
  }
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns'));
}

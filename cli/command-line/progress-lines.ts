import type { CommandContext } from './command.ts';

/** Milliseconds between two lines of progress: on a terminal, where they replace each other, and otherwise. */
const INTERVAL = { terminal: 100, otherwise: 5_000 };

/** What long commands tell on standard error. With `json`, nothing. */
export function createProgressLines(
  { error, isTerminal }: Pick<CommandContext, 'error' | 'isTerminal'>,
  json: boolean,
) {
  const interval = isTerminal ? INTERVAL.terminal : INTERVAL.otherwise;
  let told = { phase: '', at: Number.NEGATIVE_INFINITY };
  return {
    /** A line that stays. */
    say(line: string): void {
      if (!json) error(isTerminal ? `\r\u001b[K${line}\n` : `${line}\n`);
    },
    /** Tells the first progress of each phase, and then from time to time. */
    progress(phase: string, amount: () => string): void {
      const now = performance.now();
      if (json || (told.phase === phase && now - told.at < interval)) return;
      told = { phase, at: now };
      const line = `${phase}: ${amount()}`;
      error(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
    },
    /** Removes the line of progress of a terminal. */
    clear(): void {
      if (!json && isTerminal) error('\r\u001b[K');
    },
  };
}

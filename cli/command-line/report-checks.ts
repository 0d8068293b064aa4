import type { CommandContext, ExitCode } from './command.ts';

/** What a check found, one line each. */
export interface Check {
  name: string;
  problems: string[];
  /** What works, and could be better. */
  notes?: string[];
}

/** Prints checks. @returns 1 if one of them found a problem */
export function reportChecks(checks: Check[], json: boolean, context: CommandContext): ExitCode {
  const ok = checks.every(({ problems }) => problems.length === 0);
  if (json) {
    context.out(`${JSON.stringify({ ok, checks })}\n`);
  } else {
    for (const { name, problems, notes = [] } of checks) {
      context.out(`${problems.length === 0 ? 'ok     ' : 'problem'}  ${name}\n`);
      for (const line of [...problems, ...notes]) context.out(`           ${line}\n`);
    }
  }
  return ok ? 0 : 1;
}

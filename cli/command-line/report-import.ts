import type { ImportProgress, ImportReport } from '#core/importing/import-report.ts';
import type { CommandContext, ExitCode } from './command.ts';

/** Items between two progress lines if the output is not a terminal. */
const STEP = 1_000;

/** Reports progress: one line that is overwritten on a terminal, otherwise a line every `STEP` items. */
export function createProgress(context: CommandContext, quiet: boolean): (progress: ImportProgress) => void {
  let told = 0;
  return ({ imported, unchanged, refused }) => {
    const done = imported + unchanged + refused;
    if (quiet) return;
    if (context.isTerminal) {
      context.error(`\r${done} items …`);
    } else if (done - told >= STEP) {
      told = done;
      context.error(`${done} items …\n`);
    }
  };
}

/** Prints the result of an import. */
export function reportImport(report: ImportReport, json: boolean, context: CommandContext): ExitCode {
  const ok = report.problems.length === 0;
  if (json) {
    context.out(`${JSON.stringify({ ok, ...report })}\n`);
  } else {
    if (context.isTerminal) context.error('\r\u001b[K');
    for (const problem of report.problems) context.error(`${problem}\n`);
    const parts = [`${report.imported} imported`, `${report.unchanged} unchanged`];
    if (report.refused > 0) parts.push(`${report.refused} left out`);
    context.out(`${parts.join(', ')}\n`);
  }
  return ok ? 0 : 1;
}

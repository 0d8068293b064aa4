import type { ImportedOutcome, ImportProgress, ImportReport } from '#core/importing/import-report.ts';
import type { CommandContext, ExitCode } from './command.ts';

/** Items between two progress lines if the output is not a terminal. */
const STEP = 1_000;

/** What a dry run says of each outcome. */
const WOULD_BE = { created: 'create', changed: 'change', unchanged: 'leave', refused: 'refuse' } as const;

/** Reports progress: one line that is overwritten on a terminal, otherwise a line every `STEP` items. */
export function createProgress(
  context: CommandContext,
  quiet: boolean,
): (progress: Partial<ImportProgress> & { imported: number }) => void {
  let told = 0;
  return ({ imported, unchanged = 0, refused = 0 }) => {
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
  return createImportReport(context, { json, isDryRun: false }).report(report);
}

/** Prints what an import does: with `isDryRun`, also what would become of each item. */
export function createImportReport(
  context: CommandContext,
  { json, isDryRun }: { json: boolean; isDryRun: boolean },
): {
  tell: { onProgress: (progress: ImportProgress) => void; onOutcome?: (outcome: ImportedOutcome) => void };
  report: (report: ImportReport) => ExitCode;
} {
  const items: ImportedOutcome[] = [];
  const say = (lines: readonly string[], prefix = '') => {
    for (const line of lines) context.error(`${prefix}${line}\n`);
  };
  return {
    tell: {
      onProgress: createProgress(context, json),
      ...(isDryRun && { onOutcome: (outcome) => void items.push(outcome) }),
    },
    report(report) {
      const ok = report.problems.length === 0;
      if (json) {
        context.out(`${JSON.stringify({ ok, ...report, ...(isDryRun && { dryRun: true, items }) })}\n`);
        return ok ? 0 : 1;
      }
      if (context.isTerminal) context.error('\r\u001b[K');
      for (const { id, outcome, origin } of items) context.out(`${WOULD_BE[outcome]} ${id || '?'}  ${origin}\n`);
      say(report.problems);
      say(report.drafts);
      say(report.notes);
      say(report.gone, 'not in the files any more: ');
      const parts = [`${report.imported} imported`, `${report.unchanged} unchanged`];
      if (report.refused > 0) parts.push(`${report.refused} refused`);
      if (report.gone.length > 0) parts.push(`${report.gone.length} gone`);
      context.out(`${isDryRun ? 'nothing stored; this would be: ' : ''}${parts.join(', ')}\n`);
      return ok ? 0 : 1;
    },
  };
}

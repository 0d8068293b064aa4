import { resolve } from 'node:path';
import { PasswordsUnavailable } from '#core/accounts/passwords.ts';
import { InvalidWrite, MisfitDocument, StoreUnavailable } from '#core/documents/errors.ts';
import { FileStoreUnavailable } from '#core/media/file-store.ts';
import {
  BACKENDS,
  type BackendName,
  type CopyProgress,
  type CopySide,
  type CopyTotals,
  type OpenSide,
  openCopySide,
} from '#server/copying/copy-side.ts';
import { type CopyOutcome, type CopyPlan, type CopyRefusal, copySite } from '#server/copying/copy-site.ts';
import { StartFailure } from '#server/process/start-failure.ts';
import { type Environment, readEnvironment } from '#server/services/env.ts';
import { collections } from '#server/services/services.ts';
import {
  type Command,
  type CommandContext,
  CommandFailure,
  type CommandOptions,
  DONE,
  type ExitCode,
  requireOption,
  WrongUsage,
} from '../command-line/command.ts';
import { createProgressLines } from '../command-line/progress-lines.ts';

export const copy: Command = {
  name: 'copy',
  operands: '--from BACKEND --to BACKEND',
  summary: 'copies the site between embedded and cloud, into an empty place; --dry-run says only what would happen',
  operandCount: [0, 0],
  options: { from: { type: 'string' }, to: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  async run(_operands, { json, values }, context) {
    const [from, to] = [readBackend(values, 'from'), readBackend(values, 'to')];
    if (from === to) throw new WrongUsage('copy goes from one backend to the other.');
    const environment = readCopyEnvironment(context);
    const sides: OpenSide[] = [];
    try {
      const source = await openCopySide(from, 'source', environment);
      sides.push(source);
      const target = await openCopySide(to, 'target', environment);
      sides.push(target);
      return await run(source, target, { isDryRun: values['dry-run'] === true, json }, context);
    } catch (error) {
      throw explain(error);
    } finally {
      for (const side of sides) await side.close();
    }
  },
};

async function run(
  from: OpenSide,
  to: OpenSide,
  { isDryRun, json }: { isDryRun: boolean; json: boolean },
  context: CommandContext,
): Promise<ExitCode> {
  const report = createCopyReport({ from, to, json }, context);
  const { reportPlan: onPlan, reportProgress: onProgress } = report;
  const outcome = await copySite({ from, to, collections, isDryRun, onPlan, onProgress });
  if (outcome.kind === 'refused') throw new CommandFailure([describeRefusal(outcome.refusal)]);
  return report.reportOutcome(outcome);
}

function readBackend(values: CommandOptions['values'], option: 'from' | 'to'): BackendName {
  const given = requireOption('copy', values, option);
  const found = BACKENDS.find((name) => name === given);
  if (!found) throw new WrongUsage(`There is no backend "${given}", only ${BACKENDS.join(' and ')}.`);
  return found;
}

/** Both backends are configured by the same environment, whichever of them `MEKI_BACKEND` selects for the server. */
function readCopyEnvironment(context: CommandContext): Environment {
  const reading = readEnvironment({ ...context.variables, MEKI_BACKEND: 'cloud' });
  if (!reading.ok) throw new CommandFailure(reading.problems);
  for (const warning of reading.warnings) context.error(`${warning}\n`);
  return { ...reading.environment, dataDir: resolve(reading.environment.dataDir) };
}

function describeRefusal(refusal: CopyRefusal): string {
  const { side } = refusal;
  switch (refusal.reason) {
    case 'served':
      return `A server runs on ${side}, or was killed less than three minutes ago. Stop it first, or wait.`;
    case 'copied':
      return `Another copy from or to ${side} is running.`;
    case 'unfinished':
      return `The copy to ${side} has not been finished, so that it cannot be copied further.`;
    case 'not-empty':
      return `There is something in ${side} already (${refusal.what}). A copy needs an empty place. Nothing was changed.`;
    case 'other-copy':
      return `There is an unfinished copy of ${refusal.source} in ${side}. Finish that one, or choose an empty place.`;
  }
}

/** What the operator can do something about; a copy that has begun goes on when the same command is run again. */
function explain(error: unknown): unknown {
  if (error instanceof StartFailure) return new CommandFailure(error.lines, { cause: error });
  if (error instanceof InvalidWrite || error instanceof MisfitDocument) {
    return new CommandFailure([error.message, 'Run "meki doctor" on the original.'], { cause: error });
  }
  const isPassing =
    error instanceof StoreUnavailable || error instanceof FileStoreUnavailable || error instanceof PasswordsUnavailable;
  if (!isPassing) return error;
  return new CommandFailure([error.message, 'Run the same command again: it goes on where it was.'], { cause: error });
}

const PHASES: { [phase in CopyProgress['phase']]: string } = {
  files: 'Copying files',
  drafts: 'Copying drafts',
  documents: 'Copying documents',
  verifying: 'Comparing both sides',
};

interface CopyReport {
  reportPlan(plan: CopyPlan): void;
  reportProgress(progress: CopyProgress): void;
  /** @throws {CommandFailure} if both sides differ */
  reportOutcome(outcome: Exclude<CopyOutcome, { kind: 'refused' }>): ExitCode;
}

/** Tells what a copy does on standard error, and its result on standard output. With `json`, only the result. */
function createCopyReport(
  { from, to, json }: { from: CopySide; to: CopySide; json: boolean },
  context: CommandContext,
): CopyReport {
  const { say, progress, clear } = createProgressLines(context, json);

  return {
    reportPlan({ isResumed, people, needCode }) {
      say(isResumed ? `Going on with the copy of ${from.name} to ${to.name}.` : `Copying ${from.name} to ${to.name}.`);
      for (const line of describePeople(people, needCode)) say(line);
    },

    reportProgress({ phase, done }) {
      progress(PHASES[phase], () => amounts(done) || '…');
    },

    reportOutcome(outcome) {
      const { people, needCode, isResumed } = outcome.plan;
      if (outcome.kind === 'planned') {
        if (json) context.out(`${JSON.stringify({ ok: true, people, needCode, resumed: isResumed })}\n`);
        else say('Nothing was copied.');
        return DONE;
      }
      if (outcome.kind === 'differs') {
        const last = 'Both sides are not equal. Run the same command again: it copies what differs.';
        clear();
        throw new CommandFailure([...outcome.differences, last]);
      }
      const { totals } = outcome;
      if (json) context.out(`${JSON.stringify({ ok: true, ...totals, people, needCode, resumed: isResumed })}\n`);
      else {
        clear();
        context.out(`${amounts(totals) || 'nothing'} copied and found equal\n`);
      }
      return DONE;
    },
  };
}

function amounts({ documents, drafts, updates, files, bytes }: CopyTotals): string {
  const parts = [
    documents > 0 && `${documents} documents`,
    drafts > 0 && `${drafts} drafts with ${updates} updates`,
    files > 0 && `${files} files of ${(bytes / 1_000_000).toFixed(1)} MB`,
  ];
  return parts.filter(Boolean).join(', ');
}

function describePeople(people: number, needCode: number): string[] {
  if (people === 0) return [];
  if (needCode === 0) return [`People who keep their passwords: ${people}.`];
  return [
    `People who need a new password afterwards: ${needCode}, since Identity Platform gives no hashes that can be used elsewhere.`,
    'They get a code by mail when they say on the sign-in page that they forgot theirs. Who is signed in stays so.',
  ];
}

import type { CopyProgress, CopySide, CopyTotals } from '#server/copying/copy-side.ts';
import type { CopyOutcome, CopyPlan } from '#server/copying/copy-site.ts';
import { type CommandContext, CommandFailure, DONE, type ExitCode } from './command.ts';
import { createProgressLines } from './progress-lines.ts';

const PHASES: { [phase in CopyProgress['phase']]: string } = {
  files: 'Copying files',
  drafts: 'Copying drafts',
  documents: 'Copying documents',
  verifying: 'Comparing both sides',
};

interface CopyReport {
  tellPlan(plan: CopyPlan): void;
  tellProgress(progress: CopyProgress): void;
  /** @throws {CommandFailure} if both sides differ */
  tellOutcome(outcome: Exclude<CopyOutcome, { kind: 'refused' }>): ExitCode;
}

/** Tells what a copy does on standard error, and its result on standard output. With `json`, only the result. */
export function createCopyReport(
  { from, to, json }: { from: CopySide; to: CopySide; json: boolean },
  context: CommandContext,
): CopyReport {
  const { say, progress, clear } = createProgressLines(context, json);

  return {
    tellPlan({ isResumed, people, needCode }) {
      say(isResumed ? `Going on with the copy of ${from.name} to ${to.name}.` : `Copying ${from.name} to ${to.name}.`);
      for (const line of describePeople(people, needCode)) say(line);
    },

    tellProgress({ phase, done }) {
      progress(PHASES[phase], () => amounts(done) || '…');
    },

    tellOutcome(outcome) {
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

import { existsSync } from 'node:fs';
import { addressProblems } from '#core/doctor/check-addresses.ts';
import {
  linkProblems,
  listingProblems,
  outdatedListProblems,
  publicationProblems,
} from '#core/doctor/check-content.ts';
import { documentProblems } from '#core/doctor/check-documents.ts';
import { navigationNotes } from '#core/doctor/check-navigation.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { MisfitDocument } from '#core/documents/errors.ts';
import { mediaProblems } from '#core/media/check-media.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { collections } from '#server/services/services.ts';
import { type Command, type CommandContext, CommandFailure, type ExitCode } from '../command-line/command.ts';
import { readDataDir, withSite } from '../command-line/open-site.ts';

interface Check {
  name: string;
  problems: string[];
  /** What works, and could be better. */
  notes?: string[];
}

export const doctor: Command = {
  name: 'doctor',
  operands: '',
  summary: 'checks the configuration, the database, what is published, and the files',
  operandCount: [0, 0],
  async run(_operands, { json }, context) {
    const dataDir = readDataDir(context);
    if (!existsSync(dataDir)) throw new CommandFailure([`There is no data folder ${dataDir} yet.`]);
    return withSite(context, async ({ store, files, config, missing }) => {
      // The configuration has been validated, and the database checked when it was opened.
      const checks: Check[] = [
        { name: 'configuration', problems: [], notes: [...missing, ...(await navigationNotes(store, config))] },
        { name: 'database', problems: [] },
        { name: 'documents', problems: await collect(documentProblems(store, collections)) },
        { name: 'publications', problems: await collect(publicationProblems(store, config)) },
        { name: 'addresses', problems: await collect(addressProblems(store, config)) },
        { name: 'lists', problems: await collect(listChecks(store, config)) },
        { name: 'links', problems: await collect(linkProblems(store)) },
        { name: 'files', problems: await collect(mediaProblems(store, files)) },
      ];
      return reportChecks(checks, json, context);
    });
  },
};

async function* listChecks(store: DocumentStore, config: SiteConfig): AsyncGenerator<string> {
  yield* outdatedListProblems(store, config);
  yield* listingProblems(store);
}

async function collect(problems: AsyncIterable<string>): Promise<string[]> {
  const lines: string[] = [];
  try {
    for await (const line of problems) lines.push(line);
  } catch (error) {
    if (!(error instanceof MisfitDocument)) throw error;
    lines.push(`${error.path} cannot be read, see "documents"; the rest was not checked.`);
  }
  return lines;
}

function reportChecks(checks: Check[], json: boolean, context: CommandContext): ExitCode {
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

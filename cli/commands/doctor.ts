import {
  addressProblems,
  documentProblems,
  linkProblems,
  listingProblems,
  outdatedListProblems,
  publicationProblems,
} from '#core/doctor/check-content.ts';
import { fileNotes, fileProblems } from '#core/doctor/check-files.ts';
import { fixedPageNotes, navigationNotes, publishedOverFile } from '#core/doctor/check-navigation.ts';
import { exerciseBackend, findOccupied } from '#core/doctor/exercise-backend.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { MisfitDocument } from '#core/documents/errors.ts';
import { readConfig } from '#core/settings/settings.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { idlePurgeWarning } from '#server/purging/create-purger.ts';
import { checkCloud } from '#server/services/check-cloud.ts';
import { collections } from '#server/services/services.ts';
import { type Command, type CommandContext, CommandFailure, type ExitCode } from '../command-line/command.ts';
import { checkConfiguration, originOf, readSettings, withSite } from '../command-line/open-site.ts';

export const doctor: Command = {
  name: 'doctor',
  operands: '',
  summary: 'checks the configuration, the database, what is published, and the files',
  operandCount: [0, 0],
  async run(_operands, { json }, context) {
    const environment = readSettings(context);
    const { cloud } = environment;
    await checkConfiguration();
    const services = cloud ? await checkCloud(cloud, originOf(environment)) : [];
    if (services.some(({ problems }) => problems.length > 0)) return reportChecks(services, json, context);
    return withSite(context, async ({ store, files, config, notes, usage }) => {
      // The configuration has been validated, and the database checked when it was opened.
      const checks: Check[] = [
        ...services,
        {
          name: 'configuration',
          problems: [],
          notes: [
            ...notes,
            ...[environment.purge && idlePurgeWarning(config)].filter((note) => note !== undefined),
            ...(await navigationNotes(store, config)),
            ...(await fixedPageNotes(store, config)),
            ...(await publishedOverFile(store, config)),
          ],
        },
        ...(cloud ? [] : [{ name: 'database', problems: [] }]),
        { name: 'documents', problems: await collect(documentProblems(store, collections)) },
        { name: 'publications', problems: await collect(publicationProblems(store, config)) },
        { name: 'addresses', problems: await collect(addressProblems(store, config)) },
        { name: 'lists', problems: await collect(listChecks(store, await readConfig(store, config))) },
        { name: 'links', problems: await collect(linkProblems(store)) },
        {
          name: 'files',
          problems: await collect(fileProblems(store, files)),
          notes: await collect(fileNotes(store, files)),
        },
      ];
      const used = usage?.();
      if (used) checks.push({ name: 'usage', problems: [], notes: [`These checks read ${used.reads} documents.`] });
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

/** What a check found, one line each. */
interface Check {
  name: string;
  problems: string[];
  /** What works, and could be better. */
  notes?: string[];
}

/** Prints checks. @returns 1 if one of them found a problem */
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

export const checkCloudCommand: Command = {
  name: 'check-cloud',
  operands: '',
  summary: 'tries what Meki needs of the services of an empty cloud project',
  operandCount: [0, 0],
  async run(_operands, { json }, context) {
    const environment = readSettings(context);
    const { cloud } = environment;
    if (!cloud) throw new CommandFailure(['check-cloud needs MEKI_BACKEND=cloud, and the variables of its services.']);
    const services = await checkCloud(cloud, originOf(environment));
    if (services.some(({ problems }) => problems.length > 0)) return reportChecks(services, json, context);
    return withSite(context, async ({ store, draftLog, files, passwords, usage }) => {
      const occupied = await findOccupied(store, collections);
      if (occupied !== undefined) {
        throw new CommandFailure([`The database is not empty: it has documents in ${occupied}. Nothing was tried.`]);
      }
      const done = await exerciseBackend({ store, draftLog, files, passwords });
      const tried = done.map(({ ms, ...exercise }) => ({ ...exercise, notes: [`${ms} ms`] }));
      const { reads = 0, writes = 0 } = usage?.() ?? {};
      const used = {
        name: 'usage',
        problems: [],
        notes: [`These checks read ${reads} and wrote ${writes} documents.`],
      };
      return reportChecks([...services, ...tried, used], json, context);
    });
  },
};

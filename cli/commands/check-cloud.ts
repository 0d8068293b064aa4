import { exerciseBackend, findOccupied } from '#core/doctor/exercise-backend.ts';
import { checkCloud } from '#server/services/check-cloud.ts';
import { collections } from '#server/services/services.ts';
import { type Command, CommandFailure } from '../command-line/command.ts';
import { originOf, readSettings, withSite } from '../command-line/open-site.ts';
import { reportChecks } from '../command-line/report-checks.ts';

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

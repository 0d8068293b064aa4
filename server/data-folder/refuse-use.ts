import { StartFailure } from '../process/start-failure.ts';
import { describeServer } from './server-facts.ts';

/** Why another process prevents this one from using a data folder. @see DatabaseInUse of the adapter */
type OtherUse = 'serving' | 'serving-otherwise' | 'used' | 'changing';

/** The error for a data folder in use, in one line with the other process and what to do. */
export function refuseUse(folder: string, use: OtherUse, cause: unknown): StartFailure {
  const server = describeServer(folder);
  const who = server === undefined ? '' : ` (${server})`;
  const sentences: { [use in OtherUse]: string } = {
    serving: `A server already runs on the data folder ${folder}${who}. Stop it first, or set MEKI_DATA_DIR to another folder.`,
    'serving-otherwise': `A server of another version of Meki or of site.config.ts runs on the data folder ${folder}${who}. Stop it first: this version would change the database under it.`,
    used: `Another command of Meki uses the data folder ${folder}, and this one has to be alone with its database. Try again when it has ended.`,
    changing: `Another process is bringing the database of the data folder ${folder} up to date, or copies the site. Try again when it has ended.`,
  };
  return new StartFailure(sentences[use], { cause });
}

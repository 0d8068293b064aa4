import { StartFailure } from '../process/start-failure.ts';
import { describeServer } from './server-facts.ts';

/** How another process uses a data folder, so that this one cannot. @see DatabaseInUse of the adapter */
type OtherUse = 'serving' | 'serving-otherwise' | 'used' | 'changing';

/** The failure to open a data folder that another process uses, in one line that says who it is and what to do. */
export function refuseUse(folder: string, use: OtherUse, cause: unknown): StartFailure {
  const server = describeServer(folder);
  const who = server === undefined ? '' : ` (${server})`;
  const sentences: { [use in OtherUse]: string } = {
    serving: `A server already runs on the data folder ${folder}${who}. Stop it first, or set MEKI_DATA_DIR to another folder.`,
    'serving-otherwise': `A server of another version of Meki or of site.config.ts runs on the data folder ${folder}${who}. Stop it first: this version would change the database under it.`,
    used: `Another command of Meki uses the data folder ${folder}, and this version has to change its database. Try again when it has ended.`,
    changing: `Another process is bringing the database of the data folder ${folder} up to date. Try again in a minute.`,
  };
  return new StartFailure(sentences[use], { cause });
}

import { restoreBackup } from '#server/backup/restore-backup.ts';
import { type Command, DONE } from '../command-line/command.ts';
import { amounts, runBackup } from '../command-line/run-backup.ts';

export const restore: Command = {
  name: 'restore',
  operands: 'FOLDER',
  summary: 'verifies a backup and restores it into the empty data folder; --replace sets aside what is there',
  operandCount: [1, 1],
  options: { replace: { type: 'boolean' } },
  async run([from = ''], { json, values }, context) {
    return runBackup(context, json, async ({ environment: { dataDir, secret }, storage, onProgress }) => {
      const isReplacing = values.replace === true;
      const outcome = await restoreBackup({ storage, from, dataDir, isReplacing, onProgress });
      const { madeAt, hasSecret, replaced, files, bytes } = outcome;
      if (json) context.out(`${JSON.stringify({ ok: true, dataFolder: dataDir, madeAt, files, bytes, replaced })}\n`);
      else {
        context.out(`${amounts(outcome)}, as of ${madeAt}, restored to ${dataDir} and verified\n`);
        if (replaced !== undefined) context.error(`What was there before is in ${replaced}. Delete it when you can.\n`);
        if (!hasSecret && secret === undefined) {
          context.error(
            'The backup has no secret: set MEKI_SECRET to the former one, or codes already sent are invalid.\n',
          );
        }
      }
      return DONE;
    });
  },
};

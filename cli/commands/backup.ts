import { resolve } from 'node:path';
import { takeBackup } from '#server/backup/take-backup.ts';
import { type Command, CommandFailure, DONE } from '../command-line/command.ts';
import { amounts, runBackup } from '../command-line/run-backup.ts';

export const backup: Command = {
  name: 'backup',
  operands: 'FOLDER',
  summary: 'backs up the data folder into a new folder, and verifies it',
  operandCount: [1, 1],
  async run([to = ''], { json }, context) {
    return runBackup(context, json, async ({ environment: { dataDir, secret }, storage, onProgress }) => {
      const outcome = await takeBackup({ storage, dataDir, to, onProgress });
      const { problems, hasSecret, files, bytes } = outcome;
      if (problems.length > 0) {
        throw new CommandFailure([
          ...problems,
          `The backup was made in ${resolve(to)}, but these files of the site are lost. Restore them from an earlier backup.`,
        ]);
      }
      if (json) context.out(`${JSON.stringify({ ok: true, folder: resolve(to), files, bytes, secret: hasSecret })}\n`);
      else {
        context.out(`${amounts(outcome)} backed up to ${resolve(to)} and verified\n`);
        if (secret !== undefined) context.error('MEKI_SECRET is not in the backup. Keep it elsewhere.\n');
      }
      return DONE;
    });
  },
};

import { exportFiles } from '#server/importing/export-files.ts';
import { type Command, CommandFailure, DONE } from '../command-line/command.ts';
import { withSite } from '../command-line/open-site.ts';
import { createProgress } from '../command-line/report-import.ts';

export const exportCommand: Command = {
  name: 'export',
  operands: 'FOLDER',
  summary: 'writes all items and the files of the library into an empty folder, as import reads them',
  details: [
    'One YAML file per item, in a folder per content type, and the library in media/: drafts, languages, tags, covers, fields,',
    'texts with the links between their translations, old addresses, and the settings that owners changed. Not: people, history,',
    'schedules, messages, the trash.',
    'Importing the files elsewhere and exporting them there gives the same files. See docs/importing.md.',
  ],
  operandCount: [1, 1],
  run: ([folder = ''], { json }, context) =>
    withSite(context, async (site) => {
      const tell = createProgress(context, json);
      const report = await exportFiles(site, folder, ({ items }) => tell({ imported: items })).catch(
        (error: unknown) => {
          if (!(error instanceof Error) || error.name !== 'FolderNotEmpty') throw error;
          throw new CommandFailure([
            `${error.message}. An export needs a new or an empty folder; nothing was written.`,
          ]);
        },
      );
      if (json) {
        context.out(`${JSON.stringify({ ok: true, ...report })}\n`);
        return DONE;
      }
      if (context.isTerminal) context.error('\r\u001b[K');
      for (const note of report.notes) context.error(`${note}\n`);
      context.out(`${report.items} items and ${report.files} files written to ${folder}\n`);
      return DONE;
    }),
};

import { importFiles } from '#server/importing/import-files.ts';
import type { Command } from '../command-line/command.ts';
import { withSite } from '../command-line/open-site.ts';
import { createProgress, reportImport } from '../command-line/report-import.ts';

export const importCommand: Command = {
  name: 'import',
  operands: 'FILE|FOLDER…',
  summary: 'creates, replaces and publishes items from YAML, JSON and JSONL files',
  operandCount: [1, Number.POSITIVE_INFINITY],
  run: (paths, { json }, context) =>
    withSite(context, async (site) => {
      const report = await importFiles(site, paths, { onProgress: createProgress(context, json) });
      return reportImport(report, json, context);
    }),
};

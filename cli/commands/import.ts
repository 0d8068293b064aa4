import type { Command } from '../command.ts';
import { importFiles } from '../import-files.ts';
import { withSite } from '../open-site.ts';
import { createProgress, reportImport } from '../report-import.ts';

export const importCommand: Command = {
  name: 'import',
  operands: 'FILE|FOLDER…',
  summary: 'creates, replaces and publishes items from YAML, JSON and JSONL files',
  operandCount: [1, Number.POSITIVE_INFINITY],
  run: (paths, { json }, context) =>
    withSite(context, async (site) => {
      const report = await importFiles(site, paths, createProgress(context, json));
      return reportImport(report, json, context);
    }),
};

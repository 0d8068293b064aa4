import { fileURLToPath } from 'node:url';
import { importFiles } from '#server/importing/import-files.ts';
import type { Command } from '../command-line/command.ts';
import { withSite } from '../command-line/open-site.ts';
import { createProgress, reportImport } from '../command-line/report-import.ts';

const SAMPLE = fileURLToPath(new URL('../../sample', import.meta.url));

export const seed: Command = {
  name: 'seed',
  operands: '',
  summary: "brings in the sample site's items",
  operandCount: [0, 0],
  run: (_operands, { json }, context) =>
    withSite(context, async (site) => {
      const report = await importFiles(site, [SAMPLE], { onProgress: createProgress(context, json) });
      return reportImport(report, json, context);
    }),
};

import { fileURLToPath } from 'node:url';
import type { Command } from '../command.ts';
import { importFiles } from '../import-files.ts';
import { withSite } from '../open-site.ts';
import { createProgress, reportImport } from '../report-import.ts';

const SAMPLE = fileURLToPath(new URL('../../sample', import.meta.url));

export const seed: Command = {
  name: 'seed',
  operands: '',
  summary: "brings in the sample site's items",
  operandCount: [0, 0],
  run: (_operands, { json }, context) =>
    withSite(context, async (site) => {
      const report = await importFiles(site, [SAMPLE], createProgress(context, json));
      return reportImport(report, json, context);
    }),
};

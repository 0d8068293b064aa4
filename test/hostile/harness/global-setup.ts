import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { build, needsBuild } from '../../../scripts/build.ts';
import { prepareSite } from './prepare-site.ts';
import { formatReport } from './report.ts';

/** Prepares the folder shared by all cases, and prints their measurements. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (needsBuild()) await build();
  const reports = await mkdtemp(join(tmpdir(), 'meki-hostile-report-'));
  const report = join(reports, 'rows.jsonl');
  const site = await prepareSite();
  project.provide('hostileSite', site);
  project.provide('hostileReport', report);
  return async () => {
    process.stdout.write(`\n${formatReport(report)}\n`);
    for (const folder of [reports, site.dataDir]) await rm(folder, { recursive: true, force: true });
  };
}

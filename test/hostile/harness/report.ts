import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { longestOwnWait, type WaitSummary } from './judge-waits.ts';
import type { EndMeasurement, Measurement, ServerFigures } from './measurement.ts';

interface CaseRow extends Omit<Measurement, 'failure'> {
  name: string;
}

interface EndRow extends EndMeasurement {
  name: string;
}

/** Appends the measurements of a case, or of the end of a server, to a file as a line of JSON. */
export function addRow(file: string, row: CaseRow | EndRow): void {
  appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** Formats the measurements as two Markdown tables. */
export function formatReport(file: string): string {
  if (!existsSync(file)) return 'Nothing was measured.';
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CaseRow | EndRow);
  return [
    '| case | visits | longest wait, ms (own / limit) | median against calm | event loop, ms | memory at most, MB (server / pictures) | memory after, MB |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...rows.flatMap((row) => ('attacked' in row ? [formatRow(row)] : [])),
    '',
    '| server | memory left, MB | in use of it, MB | descriptors left | SIGTERM, ms |',
    '| --- | --: | --: | --: | --: |',
    ...rows.flatMap((row) => ('ending' in row ? [formatEnding(row)] : [])),
  ].join('\n');
}

function formatRow(row: CaseRow): string {
  const { name, calm, attacked, machineShare: share, pageCost, peak, childrenPeak, longestDelay, before, after } = row;
  const kinds = Object.entries(attacked).filter(([what]) => what !== 'control');
  const summaries = kinds.map(([, summary]) => summary);
  const most = (read: (summary: WaitSummary) => number) => Math.max(...summaries.map(read));
  const ratios = kinds.map(([what, { median }]) => median / (calm[what as keyof typeof calm]?.median ?? Number.NaN));
  const cells = [
    name,
    summaries.reduce((sum, { count }) => sum + count, 0),
    `${whole(most(({ longest }) => longest))} (${whole(most(({ longestOwn }) => longestOwn))} / ${whole(longestOwnWait(share, pageCost))})`,
    `× ${Math.max(...ratios).toFixed(1)}`,
    whole(longestDelay),
    `+ ${whole(peak - before.rss / 1e6)} / ${whole(childrenPeak)}`,
    megabytesLeft(before, after),
  ];
  return `| ${cells.join(' | ')} |`;
}

function formatEnding({ name, before, after, ending }: EndRow): string {
  const descriptors = (after.descriptors ?? Number.NaN) - (before.descriptors ?? Number.NaN);
  const live = whole((after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6);
  return `| ${[name, megabytesLeft(before, after), live, descriptors, whole(ending.ms)].join(' | ')} |`;
}

function megabytesLeft(before: ServerFigures, after: ServerFigures): string {
  return whole((after.rss - before.rss) / 1e6);
}

/** `null` in JSON means not measured. */
function whole(value: number | null): string {
  return value === null || Number.isNaN(value) ? '–' : String(Math.round(value));
}

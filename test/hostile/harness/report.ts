import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { WaitSummary } from './judge-waits.ts';
import type { Measurement } from './measurement.ts';

interface Row extends Omit<Measurement, 'failure'> {
  name: string;
}

/** Appends the measurements of a case to a file, as a line of JSON. */
export function addRow(file: string, name: string, { failure: _, ...measured }: Measurement): void {
  appendFileSync(file, `${JSON.stringify({ name, ...measured })}\n`);
}

/** Formats the measurements as a Markdown table. */
export function formatReport(file: string): string {
  if (!existsSync(file)) return 'Nothing was measured.';
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
  const head = [
    '| case | visits | longest wait, ms (own) | median against calm | event loop, ms | memory at most, MB (server / pictures) | memory left, MB | descriptors left | SIGTERM, ms |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: |',
  ];
  return [...head, ...rows.map(formatRow)].join('\n');
}

function formatRow({ name, calm, attacked, peak, childrenPeak, longestDelay, before, after, ending }: Row): string {
  const kinds = Object.entries(attacked).filter(([what]) => what !== 'control');
  const summaries = kinds.map(([, summary]) => summary);
  const most = (read: (summary: WaitSummary) => number) => Math.max(...summaries.map(read));
  const ratios = kinds.map(([what, { median }]) => median / (calm[what as keyof typeof calm]?.median ?? Number.NaN));
  const cells = [
    name,
    summaries.reduce((sum, { count }) => sum + count, 0),
    `${whole(most(({ longest }) => longest))} (${whole(most(({ longestOwn }) => longestOwn))})`,
    `× ${Math.max(...ratios).toFixed(1)}`,
    whole(longestDelay),
    `+ ${whole(peak - before.rss / 1e6)} / ${whole(childrenPeak)}`,
    whole((after.rss - before.rss) / 1e6),
    (after.descriptors ?? Number.NaN) - (before.descriptors ?? Number.NaN),
    whole(ending.ms),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** `null` in JSON means not measured. */
function whole(value: number | null): string {
  return value === null || Number.isNaN(value) ? '–' : String(Math.round(value));
}

import { type Figure, formatBudget, formatValue, keepsBudget } from './report.ts';

/** The machine and the date of a run. */
export interface RunAbout {
  /** ISO date of the day. */
  day: string;
  node: string;
  cores: number;
  loadTool: string;
}

/** The title of the part that people write: why a figure is beyond its budget, and what was tried. */
const REASONS = '## Beyond the budget';

/**
 * `docs/performance.md`: the figures of one run, how to repeat it and how to read it.
 * @param former the page so far, whose part "Beyond the budget" is kept as it is
 */
export function performancePage(figures: Figure[], { day, node, cores, loadTool }: RunAbout, former = ''): string {
  const at = former.indexOf(REASONS);
  const reasons = at < 0 ? '' : `\n${former.slice(at).trimEnd()}\n`;
  return `# Performance

Written by \`npm run bench -- --write\` on ${day}, on a quiet machine with ${cores} cores, Node ${node.replace(/^v/, '')} and ${loadTool}.

![Each figure with a budget, as a share of it](images/performance.svg)

${table(figures)}

## How to repeat it

\`npm run bench\` builds the product, starts it as \`npm start\` does on folders of its own, and prints these figures;
\`npm run bench -- --help\` names its parts. \`--write\` also writes this page, unless other programs use the processor.

## How to read it

- _Of bare \`node:http\`_ is the rate divided by that of a server in the same run that sends the same bytes and does nothing else.
  Ratios can be compared between machines; times and rates cannot.
- A p99 is the time within which 99 of 100 requests were answered.
- A crawl requests every page of the sitemap once, 8 at a time: the first one after a start, when no page is rendered, the second
  one when all are in the page cache.
- Sizes are those of responses with gzip. _Resident_ is the memory of the server's process that the system counts, with Node.
- In the chart, a bar that ends before the line is within its budget.
${reasons}`;
}

function table(figures: Figure[]): string {
  const rows = [
    ['figure', 'measured', 'budget', 'within it'],
    ...figures.map((figure) => [figure.name, formatValue(figure), formatBudget(figure), answer(figure)]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function answer(figure: Figure): string {
  const kept = keepsBudget(figure);
  if (kept === undefined) return '';
  return kept ? 'yes' : 'no';
}

/** Layout of the chart in pixels. */
const ROW = 22;
const NAMES = 440;
const FULL = 300;
const MARGIN = 60;

/** Longer bars are cut. */
const MOST = 1.6;

/** An SVG with a bar for each figure that has a budget: its share of it, shorter is better. */
export function performanceChart(figures: Figure[]): string {
  const bars = figures.flatMap((figure) => {
    const share = shareOfBudget(figure);
    return share === undefined ? [] : [{ figure, share }];
  });
  const height = bars.length * ROW + ROW;
  const width = NAMES + FULL * MOST + MARGIN;
  const rows = bars.map(({ figure, share }, at) => {
    const y = ROW / 2 + at * ROW;
    const length = Math.round(Math.min(share, MOST) * FULL);
    return `<text x="${NAMES - 10}" y="${y + 15}" text-anchor="end">${escapeText(figure.name)}</text>
<rect x="${NAMES}" y="${y + 4}" width="${length}" height="${ROW - 8}" class="${share <= 1 ? 'within' : 'beyond'}"/>
<text x="${NAMES + length + 6}" y="${y + 15}">${escapeText(formatValue(figure))}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>Each figure with a budget, as a share of it</title>
<style>
text { font: 12px sans-serif; fill: #24312f; }
.within { fill: #2b7a7e; }
.beyond { fill: #b5651d; }
line { stroke: #24312f; stroke-dasharray: 4 3; }
@media (prefers-color-scheme: dark) {
text { fill: #dfe9e7; }
line { stroke: #dfe9e7; }
}
</style>
${rows.join('\n')}
<line x1="${NAMES + FULL}" y1="0" x2="${NAMES + FULL}" y2="${height}"/>
</svg>
`;
}

/** Value of budget, or budget of value if more is better: at most 1 within the budget. `undefined` without either. */
function shareOfBudget({ value, budget }: Figure): number | undefined {
  if (value === undefined || budget === undefined) return undefined;
  const [part, whole] = 'atMost' in budget ? [value, budget.atMost] : [budget.atLeast, value];
  return whole === 0 ? (part === 0 ? undefined : MOST) : part / whole;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

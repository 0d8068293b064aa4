import { expect, test } from 'vitest';
import { performanceChart, performancePage } from './performance-page.ts';
import type { Figure } from './report.ts';

const figures: Figure[] = [
  { name: 'cached home, of bare node:http', value: 0.9, unit: 'ratio', budget: { atLeast: 0.45 } },
  { name: 'search & p99', value: 50, unit: 'ms', budget: { atMost: 25 } },
  { name: 'requests that failed', value: 0, unit: 'count', budget: { atMost: 0 } },
  { name: 'first crawl', value: 120, unit: '1/s' },
  { name: 'resident at rest', value: undefined, unit: 'MB', budget: { atMost: 130 } },
];

const about = { day: '2026-01-02', node: 'v26.0.0', cores: 2, loadTool: 'wrk' };

test('the page has every figure with its budget, and the machine', () => {
  const page = performancePage(figures, about);
  expect(page).toContain('2026-01-02, on a quiet machine with 2 cores, Node 26.0.0 and wrk');
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  expect(rows.map((row) => row.replace(/ +/g, ' '))).toEqual([
    '| figure | measured | budget | within it |',
    expect.stringMatching(/^\| -+ \| -+ \| -+ \| -+ \|$/),
    '| cached home, of bare node:http | 0.900 | ≥ 0.45 | yes |',
    '| search & p99 | 50.0 ms | ≤ 25 | no |',
    '| requests that failed | 0 | ≤ 0 | yes |',
    '| first crawl | 120 1/s | | |',
    '| resident at rest | not measured | ≤ 130 | |',
  ]);
});

test('a new page keeps what people wrote about figures beyond their budgets', () => {
  const written = '## Beyond the budget\n\nA search waits for the disk.\n';
  const page = performancePage(figures, about, `${performancePage([], about)}\n${written}`);
  expect(page.endsWith(`\n\n${written}`)).toBe(true);
  expect(performancePage(figures, about, page)).toBe(page);
});

test('the chart has a bar for each measured figure with a budget: its share, however it is bounded', () => {
  const chart = performanceChart(figures);
  const bars = [...chart.matchAll(/<rect [^>]*width="(\d+)"[^>]*class="(\w+)"/g)].map(([, ...bar]) => bar);
  expect(bars).toEqual([
    ['150', 'within'],
    ['480', 'beyond'],
  ]);
  expect(chart).toContain('search &amp; p99');
});

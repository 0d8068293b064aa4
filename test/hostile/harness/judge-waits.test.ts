import { expect, test } from 'vitest';
import { judgeVisits, longestOwnWait, machineShare, summarizeVisits } from './judge-waits.ts';
import type { CpuSample, Visit } from './visits.ts';

const visit = (start: number, end: number, what: Visit['what'] = 'health'): Visit => ({
  what,
  start,
  end,
  status: 200,
});
const idle = (at: number): CpuSample => ({ at, main: 0, waited: 0, all: 0, rss: 0, children: 0 });
const ownOf = (visits: Visit[], cpu: CpuSample[] = []) =>
  judgeVisits({ visits, cpu }, 2)
    .filter(({ what }) => what !== 'control')
    .map(({ own }) => own);

test('a wait is the server’s own where neither the control nor the processor kept it', () => {
  expect(ownOf([visit(0, 400), visit(0, 1, 'control'), visit(300, 302, 'control')], [idle(0), idle(400)])).toEqual([
    398,
  ]);
});

test('what the control waited in the same period is the machine’s', () => {
  expect(ownOf([visit(100, 500), visit(90, 480, 'control')])).toEqual([20]);
  expect(ownOf([visit(100, 500), visit(600, 2_000, 'control')])).toEqual([400]);
});

test('what other processes kept the server from running is the machine’s', () => {
  const cpu = [idle(100), { at: 500, main: 50, waited: 350, all: 50, rss: 0, children: 0 }];
  expect(ownOf([visit(100, 500)], cpu)).toEqual([50]);
});

test('what the server’s own threads kept it from running is its own', () => {
  const cpu = [idle(100), { at: 500, main: 50, waited: 350, all: 800, rss: 0, children: 0 }];
  expect(ownOf([visit(100, 500)], cpu)).toEqual([400]);
});

test('what other processes kept its other threads from running is the machine’s, unless its main thread ran', () => {
  const cpu = (main: number) => [idle(100), { at: 500, main, waited: 900, all: main, rss: 0, children: 0 }];
  expect(ownOf([visit(100, 500)], cpu(50))).toEqual([50]);
  expect(ownOf([visit(100, 500)], cpu(350))).toEqual([350]);
});

test('what both kept it from running is shared between them', () => {
  const cpu = [idle(100), { at: 500, main: 50, waited: 300, all: 425, rss: 0, children: 0 }];
  expect(ownOf([visit(100, 500)], cpu)).toEqual([250]);
});

test('the summary tells the middle, the longest and those that failed, by kind', () => {
  const visits = [visit(0, 10), visit(20, 50), { ...visit(60, 80), status: 503 }, visit(0, 7, 'kept page')];
  expect(summarizeVisits(judgeVisits({ visits, cpu: [] }))).toEqual({
    health: { count: 3, median: 20, longest: 30, longestOwn: 30, failed: 1 },
    'kept page': { count: 1, median: 7, longest: 7, longestOwn: 7, failed: 0 },
  });
});

test('the share of the machine is that of the longest stall, or of what others ran', () => {
  const visits = [visit(0, 1_000), visit(100, 300, 'control')];
  expect(machineShare({ visits, cpu: [] }, 2)).toBe(0.2);
  const cpu = [idle(0), { at: 1_000, main: 100, waited: 500, all: 100, rss: 0, children: 0 }];
  expect(machineShare({ visits, cpu }, 2)).toBe(0.5);
});

test('a visitor may wait the longer the more of the machine others use, if that is much', () => {
  expect([0, 0.4, 0.6, 0.75].map((share) => longestOwnWait(share, 5))).toEqual([250, 250, 625, 1_000]);
  expect(longestOwnWait(1, 5)).toBe(longestOwnWait(0.9, 5));
});

test('a visitor may wait the longer the more a page costs on a slow machine', () => {
  expect([0, 6, 10, 20].map((cost) => longestOwnWait(0, cost))).toEqual([250, 250, 400, 800]);
  expect(longestOwnWait(0.75, 10)).toBe(1_600);
});

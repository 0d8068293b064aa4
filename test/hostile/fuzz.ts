/**
 * Sends fuzzed requests to a production server with its own folder: `node test/hostile/fuzz.ts [--requests 200000] [--seed 1]
 * [--from 0]`. Exits with 1 if a request caused a server error, a visitor waited too long, or resources leaked. A failure is
 * reported with the seed and its number; `--seed N --from NUMBER --requests 1` repeats it.
 */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { build, needsBuild } from '../../scripts/build.ts';
import { fuzzRequest } from './fuzz/fuzz-request.ts';
import type { FuzzFailure } from './fuzz/judge-outcome.ts';
import { type FuzzResult, runFuzz } from './fuzz/run-fuzz.ts';
import { readComplaints } from './harness/complaints.ts';
import { LIMITS } from './harness/limits.ts';
import { prepareSite } from './harness/prepare-site.ts';
import { startVictim } from './harness/start-victim.ts';
import { startVisitors } from './harness/start-visitors.ts';
import { warmUp } from './harness/warm-up.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
  },
});
const [requests, seed, from] = [Number(values.requests), Number(values.seed), Number(values.from)];

function* numbered() {
  for (let index = from; index < from + requests; index++) {
    const entry: [number, ReturnType<typeof fuzzRequest>] = [index, fuzzRequest(seed, index)];
    yield entry;
  }
}

function describeFailure({ index, request, problem }: FuzzFailure): string {
  const { body, ...rest } = request;
  const shown =
    body === undefined ? '' : ` body ${JSON.stringify(Buffer.from(body, 'base64').toString('latin1').slice(0, 300))}`;
  return `seed ${seed}, number ${index}: ${problem}\n    ${JSON.stringify(rest)}${shown}\n`;
}

function report(result: FuzzResult, seconds: number, complaints: Map<string, number>): boolean {
  const { sent, outcomes, limited, failures, stalls, longestWait, longestOwnWait, pageCost } = result;
  const { memoryLeft, descriptorsLeft } = result;
  for (const stall of stalls.slice(0, 20)) {
    process.stdout.write(
      `A visitor (${stall.what}) waited ${Math.round(stall.own)} ms, answered ${stall.status}. Meanwhile:\n`,
    );
    for (const suspect of stall.suspects) process.stdout.write(`  ${describeFailure(suspect)}`);
  }
  const told = [...outcomes].sort().map(([name, count]) => `${name} × ${count}`);
  process.stdout.write(`${sent} requests in ${Math.round(seconds)} s: ${told.join(', ')}\n`);
  process.stdout.write(`refused by declared limits (503 with Retry-After): ${limited}; failures: ${failures.length}\n`);
  process.stdout.write(
    `longest wait of a visitor: ${Math.round(longestWait)} ms, the server's own ${Math.round(longestOwnWait)} ms; ` +
      `stalls: ${stalls.length}; processor time of a page: ${pageCost.toFixed(1)} ms\n`,
  );
  process.stdout.write(`left: ${Math.round(memoryLeft / 1e6)} MB, ${descriptorsLeft} descriptors\n`);
  for (const [line, count] of complaints) process.stdout.write(`log: ${line} × ${count}\n`);
  const isWithin = memoryLeft <= LIMITS.memory && descriptorsLeft <= LIMITS.descriptors;
  return sent === requests && failures.length === 0 && stalls.length === 0 && isWithin;
}

if (needsBuild()) await build();
const site = await prepareSite();
const visitors = await startVisitors();
try {
  const victim = await startVictim(site);
  await warmUp(victim, site);
  const start = performance.now();
  const result = await runFuzz({
    site,
    victim,
    visitors,
    requests: numbered(),
    settleAfter: Math.max(1, Math.floor(requests / 20)),
    onFailure: (failure) => void process.stdout.write(describeFailure(failure)),
    onProgress: (sent) => void process.stdout.write(`${sent} sent\n`),
  });
  const seconds = (performance.now() - start) / 1000;
  const ending = await victim.terminate();
  const { counts } = readComplaints(victim.lines);
  const isGood = report(result, seconds, counts);
  process.stdout.write(`SIGTERM ended it in ${Math.round(ending.ms)} ms, with ${ending.code}\n`);
  process.exitCode = isGood && ending.code === 0 ? 0 : 1;
} finally {
  visitors.close();
  await rm(site.dataDir, { recursive: true, force: true });
}

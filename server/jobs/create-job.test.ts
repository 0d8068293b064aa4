import { expect, onTestFinished, test } from 'vitest';
import { createJob, type Job } from './create-job.ts';

function startJob(work: (round: number) => Promise<number | undefined>, failures: unknown[] = []): Job {
  let rounds = 0;
  const job = createJob({
    work: () => work(++rounds),
    onFailure: (error) => failures.push(error),
    setAlarm: () => () => {},
  });
  onTestFinished(() => job.stop());
  return job;
}

test('what asks for a round while one is under way gets another after it', async () => {
  const rounds: number[] = [];
  const job = startJob(async (round) => {
    rounds.push(round);
    if (round === 1) job.wake();
    return undefined;
  });
  job.wake();
  await job.idle();
  expect(rounds).toEqual([1, 2]);
});

test.each([0, 1, 2, 3, 4, 5])('what asks for a round %i turns after the last one ended is received', async (turns) => {
  const rounds: number[] = [];
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<undefined>();
  const job = startJob((round) => {
    rounds.push(round);
    begun.resolve();
    return round === 1 ? ended.promise : Promise.resolve(undefined);
  });
  job.wake();
  await begun.promise;
  ended.resolve(undefined);
  for (let turn = 0; turn < turns; turn++) await undefined;
  job.wake();
  await job.idle();
  expect(rounds).toEqual([1, 2]);
});

test('after it was stopped, nothing more is taken up', async () => {
  const rounds: number[] = [];
  const job = startJob(async (round) => {
    rounds.push(round);
    job.wake();
    if (round === 2) void job.stop();
    return undefined;
  });
  job.wake();
  await job.idle();
  job.wake();
  await job.idle();
  expect(rounds).toEqual([1, 2]);
});

test('a round that failed is told', async () => {
  const failures: unknown[] = [];
  const job = startJob(() => Promise.reject(new Error('busy')), failures);
  job.wake();
  await job.idle();
  expect(failures).toEqual([new Error('busy')]);
});

/**
 * Runs tasks, several at once, with the results of running one after another: a task begins after the earlier ones that its own
 * depends on. After an error, no other task begins. @throws the error of the earliest task that failed
 */
export async function runInOrder<T, R>(
  tasks: readonly T[],
  { atOnce, dependsOn, run }: RunOptions<T, R>,
): Promise<R[]> {
  const turns: Promise<R>[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  let hasFailed = false;

  async function takeTurn(task: T, earlier: readonly Promise<R>[]): Promise<R> {
    await Promise.allSettled(earlier);
    if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      if (hasFailed) throw new NotBegun();
      return await run(task);
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  for (const [index, task] of tasks.entries()) {
    const earlier = turns.filter((_, other) => dependsOn(task, tasks[other] as T));
    turns[index] = takeTurn(task, earlier);
  }
  const outcomes = await Promise.allSettled(turns);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (failures.length > 0) throw failures.find((reason) => !(reason instanceof NotBegun));
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

interface RunOptions<T, R> {
  /** Maximum tasks that run at once. */
  atOnce: number;
  /** Whether a task may only begin after an earlier one. */
  dependsOn: (task: T, earlier: T) => boolean;
  run: (task: T) => Promise<R>;
}

class NotBegun extends Error {}

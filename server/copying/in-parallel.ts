/**
 * Works on the values of an iterable, a limited number at once; takes a value only when one can begin. After a failure, nothing
 * more begins.
 * @throws the first failure, once no work runs
 */
export async function inParallel<T>(
  values: AsyncIterable<T>,
  atOnce: number,
  work: (value: T) => Promise<void>,
): Promise<void> {
  const iterator = values[Symbol.asyncIterator]();
  let failure: { reason: unknown } | undefined;
  async function runOne(): Promise<void> {
    try {
      while (!failure) {
        const { done, value } = await iterator.next();
        if (done) return;
        await work(value);
      }
    } catch (reason) {
      failure ??= { reason };
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runOne));
  if (failure) throw failure.reason;
}

/** Everything that a listing with a cursor has. `list` answers with nothing at the end. */
export async function* everyPage<T extends string>(list: (after: T | undefined) => Promise<T[]>): AsyncGenerator<T> {
  for (let page = await list(undefined); page.length > 0; page = await list(page.at(-1))) yield* page;
}

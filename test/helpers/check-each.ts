import { expect, test } from '@playwright/test';

/** Runs several checks, each in a named step. Failures are reported together, after all checks. */
export async function checkEach<T>(
  things: readonly T[],
  nameOf: (thing: T) => string,
  check: (thing: T) => Promise<void>,
): Promise<void> {
  const problems: { [name: string]: string } = {};
  for (const thing of things) {
    const name = nameOf(thing);
    await test
      .step(name, () => check(thing))
      .catch((error: Error) => {
        problems[name] = error.message;
      });
  }
  expect(problems, 'what is wrong with which').toEqual({});
}

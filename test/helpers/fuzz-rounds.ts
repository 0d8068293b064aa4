/**
 * The seed and number of random rounds of a test: fixed ones, so that a run can be repeated. Others by hand:
 * `FUZZ_SEED=7 FUZZ_ROUNDS=2000 vitest run core/shared-text`. Rounds are writes in `adapters/firestore/exactly-once.test.ts` and
 * `faults.test.ts`, steps in `server/jobs/file-histories.test.ts`, and kills in `server/drafts/several-*.test.ts`.
 */
export function fuzzRounds(rounds: number): { seed: number; numRuns: number } {
  return { seed: Number(process.env.FUZZ_SEED ?? 1), numRuns: Number(process.env.FUZZ_ROUNDS ?? rounds) };
}

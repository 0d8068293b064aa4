import { hostileCases } from '../harness/hostile-case.ts';
import { COSTLY_DRAFTS, storeCostlyDrafts, storedCostlyDrafts } from './drafts.ts';

/** Milliseconds: the thread that tries updates ends 10 s after the last one that waits for it. */
const recovery = 40_000;

hostileCases('a server with drafts of before that take too long', [storedCostlyDrafts], {
  prepare: storeCostlyDrafts,
  recovery,
});
hostileCases('a server for drafts that cost much', COSTLY_DRAFTS, { recovery });

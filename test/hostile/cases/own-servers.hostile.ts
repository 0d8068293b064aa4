import { hostileCases } from '../harness/hostile-case.ts';
import { clockCase } from './clock.ts';
import { storeCostlyDrafts, storedCostlyDrafts } from './drafts.ts';
import { beginSignals, unreadOutput } from './signals.ts';

// Servers with requests in flight need some seconds to end: meanwhile the next one is attacked.
const declareEnds = beginSignals();
hostileCases('a server with a clock that is set', [clockCase], {
  variables: { HOSTILE_CLOCK: 'set' },
  underway: unreadOutput,
});
hostileCases('a server with drafts of before that take too long', [storedCostlyDrafts], { prepare: storeCostlyDrafts });
declareEnds();

import { hostileCases } from '../harness/hostile-case.ts';
import { clockCase } from './clock.ts';
import { beginSignals, unreadOutput } from './signals.ts';

// Servers with requests in flight need some seconds to end: meanwhile the next one is attacked.
const declareEnds = beginSignals();
hostileCases('a server with a clock that is set', [clockCase], {
  variables: { HOSTILE_CLOCK: 'set' },
  underway: unreadOutput,
});
declareEnds();

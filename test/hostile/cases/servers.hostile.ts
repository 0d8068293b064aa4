import { beginHostileCases, hostileCase } from '../harness/hostile-case.ts';
import { clockCase } from './clock.ts';
import { DATA_FOLDER } from './data-folder.ts';
import { PICTURES } from './pictures.ts';
import { beginSignals, unreadOutput } from './signals.ts';

// Each server needs some seconds to release its memory or to end: meanwhile the next one is attacked.
const ends = [
  beginHostileCases('pictures', PICTURES),
  beginHostileCases('the data folder', DATA_FOLDER),
  beginSignals(),
];
hostileCase(...unreadOutput);
hostileCase(...clockCase, { variables: { HOSTILE_CLOCK: 'set' } });
for (const declareEnd of ends) declareEnd();

import { hostileCases } from '../harness/hostile-case.ts';
import { BODIES } from './bodies.ts';
import { DATA_FOLDER } from './data-folder.ts';
import { DRAFTS } from './drafts.ts';
import { FORMS } from './forms.ts';
import { HEADERS } from './headers.ts';
import { LONG_POLLS } from './long-polls.ts';
import { PICTURES } from './pictures.ts';
import { PIPELINES, unreadPictures } from './pipelines.ts';
import { REGISTRATIONS } from './registrations.ts';
import { leftOpen } from './signals.ts';
import { SLOW_CLIENTS } from './slow.ts';
import { SPELLINGS } from './spellings.ts';
import { UPGRADES } from './upgrades.ts';

/** Maximum milliseconds until an unread response is cut: twice `stall` of `server/http/connection-limits.ts`. */
const STALL = 40_000;

// The first one's connections are cut during the others, and the processes that draw pictures end during the last ones.
hostileCases(
  'one server',
  [
    unreadPictures,
    ...PIPELINES,
    ...UPGRADES,
    ...HEADERS,
    ...SLOW_CLIENTS,
    ...LONG_POLLS,
    ...BODIES,
    ...FORMS,
    ...REGISTRATIONS,
    ...DRAFTS,
    ...SPELLINGS,
    ...PICTURES,
    ...DATA_FOLDER,
  ],
  { recovery: STALL + 10_000, underway: leftOpen },
);

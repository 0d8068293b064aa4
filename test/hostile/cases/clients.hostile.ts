import { hostileCases } from '../harness/hostile-case.ts';
import { BODIES } from './bodies.ts';
import { DRAFTS } from './drafts.ts';
import { FORMS } from './forms.ts';
import { HEADERS } from './headers.ts';
import { LONG_POLLS } from './long-polls.ts';
import { PIPELINES, unreadPictures } from './pipelines.ts';
import { SLOW_CLIENTS } from './slow.ts';
import { SPELLINGS } from './spellings.ts';
import { UPGRADES } from './upgrades.ts';

/** Maximum milliseconds until an unread response is cut: twice `stall` of `server/http/connection-limits.ts`. */
const STALL = 40_000;

// The first one's connections are cut during the others.
hostileCases(
  'clients',
  [
    unreadPictures,
    ...PIPELINES,
    ...UPGRADES,
    ...HEADERS,
    ...SLOW_CLIENTS,
    ...LONG_POLLS,
    ...BODIES,
    ...FORMS,
    ...DRAFTS,
    ...SPELLINGS,
  ],
  { recovery: STALL + 10_000 },
);

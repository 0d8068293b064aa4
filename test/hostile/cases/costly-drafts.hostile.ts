import { hostileCases } from '../harness/hostile-case.ts';
import { COSTLY_DRAFTS, storeCostlyDrafts, storedCostlyDrafts } from './drafts.ts';

hostileCases('a server with drafts of before that take too long', [storedCostlyDrafts], { prepare: storeCostlyDrafts });
hostileCases('a server for drafts that cost much', COSTLY_DRAFTS);

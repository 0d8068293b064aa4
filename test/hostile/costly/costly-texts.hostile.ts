import { COSTLY_DRAFTS, storeCostlyDrafts, storedCostlyDrafts } from '../cases/drafts.ts';
import { TEXTS } from '../cases/texts.ts';
import { hostileCases } from '../harness/hostile-case.ts';

// They take minutes, and judge waits that are near their limits: `npm run test:hostile`.
hostileCases('a server with drafts of before that take too long', [storedCostlyDrafts], { prepare: storeCostlyDrafts });
hostileCases('a server for texts that cost much', [...COSTLY_DRAFTS, ...TEXTS]);

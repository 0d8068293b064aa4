import { describeDraftLog } from '../contracts/draft-log.contract.ts';
import { createMemoryDraftLog } from './draft-log.ts';

describeDraftLog('memory', createMemoryDraftLog);

import { readLanguage, writeLanguage } from './language-draft.ts';
import { convertOldTexts, hasTakenOldTexts, readOldTexts, takeOldTexts } from './old-fragments.ts';
import { seedLanguage, seedShared } from './seed-draft.ts';
import { readShared, writeShared } from './shared-draft.ts';

/** Maps between Yjs documents and draft contents. */
export const yjsDraftMapping = {
  readLanguage,
  writeLanguage,
  seedLanguage,
  readShared,
  writeShared,
  seedShared,
  readOldTexts,
  hasTakenOldTexts,
  convertOldTexts,
  takeOldTexts,
};

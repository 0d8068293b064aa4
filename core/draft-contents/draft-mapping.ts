import { readLanguage, writeLanguage } from './language-draft.ts';
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
};

import { diffWordsWithSpace } from 'diff';
import type { DiffWords } from '#core/shared-text/text-changes.ts';

/** Above this number of changed words, the differing range is replaced as a whole. */
const MAX_WORD_EDITS = 400;

/** A diff by words. */
export const diffWords: DiffWords = (from, to) => diffWordsWithSpace(from, to, { maxEditLength: MAX_WORD_EDITS });

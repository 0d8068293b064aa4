import { addOccurrence, createOccurrences, eachOccurrence, type Occurrences } from './occurrences.ts';
import { selectBest } from './select-best.ts';

/** Terms of an entry, with duplicates. */
export interface EntryTerms {
  title: string[];
  summary: string[];
  text: string[];
}

/** The terms that match one word of a query, with their weights. */
export type Alternatives = Map<string, number>;

export interface FoundEntries {
  total: number;
  /** The best matches, best first. */
  ids: string[];
}

/** An inverted index: terms to entries. */
export interface Postings {
  put(id: string, terms: EntryTerms): void;
  remove(id: string): void;
  /**
   * Finds entries with a term for every word (`all`) or for any (`any`), at most 30 words.
   * @param limit of the ids; `total` counts all
   */
  find(words: Alternatives[], which: 'all' | 'any', limit: number): FoundEntries;
}

/** The mark of an occurrence: flags for title and summary, and the frequency in the text. */
const IN_TITLE = 128;
const IN_SUMMARY = 64;
const TIMES = 63;

/** What a term in the title or summary adds to its score in the text, which is below 1. */
const TITLE_WEIGHT = 3;
const SUMMARY_WEIGHT = 1;

/** Parameters of Okapi BM25: saturation of term frequency, and normalization by text length. Source: the usual values. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/** Removed entries are swept out periodically. */
export function createPostings(): Postings {
  const terms = new Map<string, Occurrences>();
  const numbers = new Map<string, number>();
  let ids: (string | undefined)[] = [];
  let lengths: number[] = [];
  let totalLength = 0;

  function remove(id: string): void {
    const number = numbers.get(id);
    if (number === undefined) return;
    numbers.delete(id);
    ids[number] = undefined;
    totalLength -= lengths[number] ?? 0;
    if (ids.length > 100 && numbers.size < ids.length / 2) sweep();
  }

  /** Compacts the index: renumbers entries without the removed ones. */
  function sweep(): void {
    const renumbered = new Map([...numbers.values()].sort((a, b) => a - b).map((number, index) => [number, index]));
    for (const [term, occurrences] of terms) {
      const kept = createOccurrences();
      eachOccurrence(occurrences, (number, mark) => {
        const next = renumbered.get(number);
        if (next !== undefined) addOccurrence(kept, next, mark);
      });
      if (kept.count === 0) terms.delete(term);
      else terms.set(term, kept);
    }
    ids = ids.filter((id) => id !== undefined);
    lengths = [...renumbered.keys()].map((number) => lengths[number] ?? 0);
    for (const [index, id] of ids.entries()) if (id !== undefined) numbers.set(id, index);
  }

  function score(mark: number, length: number, averageLength: number): number {
    const times = mark & TIMES;
    const longer = 1 - LENGTH_SHARE + (LENGTH_SHARE * length) / averageLength;
    return (
      (mark & IN_TITLE ? TITLE_WEIGHT : 0) +
      (mark & IN_SUMMARY ? SUMMARY_WEIGHT : 0) +
      times / (times + SATURATION * longer)
    );
  }

  return {
    remove,
    put(id, { title, summary, text }) {
      remove(id);
      const number = ids.length;
      const marks = new Map<string, number>();
      for (const term of text) marks.set(term, Math.min((marks.get(term) ?? 0) + 1, TIMES));
      for (const term of summary) marks.set(term, (marks.get(term) ?? 0) | IN_SUMMARY);
      for (const term of title) marks.set(term, (marks.get(term) ?? 0) | IN_TITLE);
      for (const [term, mark] of marks) {
        let occurrences = terms.get(term);
        if (!occurrences) {
          occurrences = createOccurrences();
          terms.set(term, occurrences);
        }
        addOccurrence(occurrences, number, mark);
      }
      numbers.set(id, number);
      ids.push(id);
      lengths.push(text.length);
      totalLength += text.length;
    },

    find(words, which, limit) {
      const scores = new Float64Array(ids.length);
      const held = new Uint32Array(ids.length);
      const averageLength = Math.max(1, totalLength / Math.max(1, numbers.size));
      words.forEach((alternatives, word) => {
        for (const [term, weight] of alternatives) {
          const occurrences = terms.get(term);
          if (!occurrences) continue;
          const rarity = Math.log(1 + (numbers.size + 0.5) / (occurrences.count + 0.5));
          eachOccurrence(occurrences, (number, mark) => {
            scores[number] = (scores[number] ?? 0) + weight * rarity * score(mark, lengths[number] ?? 0, averageLength);
            held[number] = (held[number] ?? 0) | (1 << word);
          });
        }
      });
      const wanted = 2 ** words.length - 1;
      const isFound = (number: number) => {
        const bits = held[number] ?? 0;
        return (which === 'all' ? bits === wanted : bits !== 0) && ids[number] !== undefined;
      };
      const { total, best } = selectBest(scores, isFound, limit);
      return { total, ids: best.flatMap((number) => ids[number] ?? []) };
    },
  };
}

import type { Locale } from '../locales/locale.ts';

/** A searchable entry. */
export interface SearchEntry {
  /** Unique: the id of the publication card. */
  id: string;
  /** The language in whose search it is found. */
  locale: Locale;
  /** The language of the text, for stemming. */
  contentLanguage: Locale;
  title: string;
  summary: string;
  text: string;
}

/** A text split into matching and other parts. */
export type HighlightedText = { text: string; match: boolean }[];

export interface SearchHit {
  id: string;
  title: HighlightedText;
  /** About 200 characters around the best match, with an ellipsis where truncated. */
  excerpt: HighlightedText;
}

export interface SearchResults {
  total: number;
  hits: SearchHit[];
}

/** A full-text search for ids. Folds accents and stems words in the entry's language. */
export interface SearchFinder {
  put(entry: SearchEntry): void;
  remove(id: string): void;
  /** The ids of the hits, best first. */
  find(query: string, options: { locale: Locale; limit: number }): string[];
}

/** The port to the full-text search of readers. */
export interface SearchIndex extends SearchFinder {
  /** All entries as they were put, for snapshots. The index may change meanwhile: an entry may come in both states, or not at all. */
  entries(): Iterable<SearchEntry>;
  /** Best first. @param limit maximum number of hits after skipping `offset`. */
  search(query: string, options: { locale: Locale; offset: number; limit: number }): SearchResults;
}

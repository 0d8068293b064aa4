import type { Locale } from '../locales/locale.ts';

/** Something that can be found. */
export interface SearchEntry {
  /** Unique: the id of the listing. */
  id: string;
  /** The language whose search finds it. */
  locale: Locale;
  /** The language of the text, for its stems. */
  contentLanguage: Locale;
  type: string;
  title: string;
  summary: string;
  text: string;
}

/** A stretch of text, cut into parts that match and parts that do not. */
export type HighlightedText = { text: string; match: boolean }[];

export interface SearchHit {
  id: string;
  title: HighlightedText;
  /** About 200 characters around the best match, with the ends marked by an ellipsis where cut. */
  excerpt: HighlightedText;
}

export interface SearchResults {
  total: number;
  hits: SearchHit[];
}

/** The port to a search over texts. Accents are folded and words stemmed in the entry's language. */
export interface SearchIndex {
  put(entry: SearchEntry): void;
  remove(id: string): void;
  /** Best first. @param limit at most this many hits, after passing over `offset` of them. */
  search(query: string, options: { locale: Locale; offset: number; limit: number }): SearchResults;
  /** The ids alone of what is found, best first. */
  find(query: string, options: { locale: Locale; limit: number }): string[];
}

import type { DocumentPath } from '../documents/document-store.ts';
import type { Locale } from '../locales/locale.ts';

/** Where a search looks: among what readers get, among the items of a type, including drafts, or among files. */
export type SearchArea = 'public' | 'files' | `items/${string}`;

/** A searchable text in a language of a document. */
export interface SearchEntry {
  area: SearchArea;
  /** The language in whose search it is found. */
  locale: Locale;
  /** The id of the item or file. Unique in an area and language. */
  id: string;
  /** The language of the text, for stemming. */
  contentLanguage: Locale;
  title: string;
  summary: string;
  text: string;
  /** Whether the texts are kept, so that `search` shows them; otherwise `find` alone finds it. */
  isShown: boolean;
}

/** A document and all of its entries; none removes what it had. */
export interface SearchChange {
  source: DocumentPath;
  entries: SearchEntry[];
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

/** A full-text search. Folds accents, stems words in the language of the entry, and accepts any query. */
export interface Search {
  /** Best first. @param limit maximum number of hits after skipping `offset`. */
  search(query: string, options: { locale: Locale; offset: number; limit: number }): SearchResults;
  /** The ids in an area and language, best first. A greater limit gives the same ids and more. */
  find(query: string, options: { area: SearchArea; locale: Locale; limit: number }): string[];
}

/** The port to the full-text search, and to what is stored of it for the next process. */
export interface SearchIndex extends Search {
  /** Takes in the present state of documents, all or nothing; what is unchanged costs little. */
  write(changes: SearchChange[]): void;
  /** The documents of a collection that have entries. */
  sources(collection: string): DocumentPath[];
  /** The place of the change feed up to which all changes are taken in; `undefined`: it must be filled. */
  place(): string | undefined;
  setPlace(place: string): void;
  /** Sets what is called if the file fails: nothing is left in the index, and it must be filled. */
  onInvalidated(fill: () => void): void;
  /** Writes a copy to a file that does not exist yet, while the index is in use. */
  copyTo(file: string): Promise<void>;
  /**
   * Continues with a copy, whose file may be deleted afterwards.
   * @throws if it is damaged, or of another form or configuration; the index remains as it was
   */
  continueWith(file: string): void;
  close(): void;
}

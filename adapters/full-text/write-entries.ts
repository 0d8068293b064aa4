import { hash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { DocumentPath } from '#core/documents/document-store.ts';
import type { SearchEntry } from '#core/search/search-index.ts';
import { findWords } from './find-words.ts';
import type { IndexFile } from './index-file.ts';
import type { VocabularyWriter } from './vocabulary.ts';
import type { WordStems } from './word-stems.ts';

interface WritingWays {
  stemsOf: (language: string) => WordStems;
  vocabulary: Pick<VocabularyWriter, 'learn'>;
}

/** Makes the entries of a document those given. */
export function writeEntries(index: IndexFile, source: DocumentPath, entries: SearchEntry[], ways: WritingWays): void {
  const wanted = new Map(entries.map((entry) => [hash('sha256', JSON.stringify(entry), 'base64url'), entry]));
  const former = index.statement('SELECT id, part, hash FROM entries WHERE source = ?').all(source);
  for (const { id = null, part, hash: own } of former) {
    if (wanted.delete(String(own))) continue;
    index.statement(`DELETE FROM words_${part} WHERE rowid = ?`).all(id);
    index.statement('DELETE FROM entries WHERE id = ?').all(id);
  }
  for (const [entryHash, entry] of wanted) add(index, source, entry, entryHash, ways);
}

function add(index: IndexFile, source: DocumentPath, entry: SearchEntry, entryHash: string, ways: WritingWays): void {
  const { area, locale, id: item, contentLanguage, title, summary, text, isShown } = entry;
  const part = index.part(area, locale) ?? index.addPart(area, locale);
  const own = ways.stemsOf(contentLanguage);
  const words = new Set<string>();
  const terms = [
    termsOf(title, own, true, words),
    termsOf(summary, own, false, words),
    termsOf(text, own, false, words),
  ];
  const shown = isShown ? [title, summary, deflated(text)] : [null, null, null];
  const { id = null } =
    index
      .statement(
        'INSERT INTO entries (source, part, item, hash, language, title, summary, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id',
      )
      .get(source, part.id, item, entryHash, contentLanguage, ...shown) ?? {};
  index.statement(`INSERT INTO words_${part.id} (rowid, title, summary, text) VALUES (?, ?, ?, ?)`).all(id, ...terms);
  part.languages.add(contentLanguage);
  ways.vocabulary.learn(index, area, own.language, words);
}

/** The terms of a text as FTS5 splits them: each word, and its stem. Stop words are for queries that consist of them. */
function termsOf(text: string, { stem, isStopWord }: WordStems, withStopWords: boolean, words: Set<string>): string {
  const terms: string[] = [];
  const add = (word: string) => {
    const own = stem(word);
    terms.push(own);
    if (own !== word) terms.push(word);
    words.add(word);
  };
  let previous = '';
  for (const { folded, joined } of findWords(text)) {
    if (joined) add(previous + folded);
    if (withStopWords || !isStopWord(folded)) add(folded);
    previous = folded;
  }
  return terms.join(' ');
}

/** Takes 0.05 ms for 500 words. A lone surrogate becomes U+FFFD. */
function deflated(text: string): Uint8Array {
  return deflateRawSync(text, { level: 4 });
}

import type { RevisionRef } from '#core/items/revisions.ts';
import { isLanguageCode } from '#core/locales/locale.ts';

/** What can be compared and restored: the draft, a publishing action, or a saved version. */
export type EntryRef =
  | { kind: 'draft' }
  /** A revision for all or some of its languages. */
  | { kind: 'publication'; revisions: RevisionRef[] }
  | { kind: 'saved-version'; id: string };

/** The text form in addresses and forms: `draft`, `revision:es:3,en:1`, `saved-version:{id}`. */
export function formatRef(ref: EntryRef): string {
  switch (ref.kind) {
    case 'draft':
      return 'draft';
    case 'publication':
      return `revision:${ref.revisions.map(({ language, revision }) => `${language}:${revision}`).join()}`;
    case 'saved-version':
      return `saved-version:${ref.id}`;
  }
}

/** The address of the comparison of two entries. @param revisions the path of the item's history */
export function compareHref(revisions: string, from: EntryRef, to: EntryRef): string {
  return `${revisions}?${new URLSearchParams({ from: formatRef(from), to: formatRef(to) })}`;
}

/** Maximum revisions in such a text. */
const MOST_REVISIONS = 20;

/** Parses the text form. @returns `undefined` if malformed. */
export function parseRef(text: string): EntryRef | undefined {
  if (text === 'draft') return { kind: 'draft' };
  if (text.startsWith('revision:'))
    return parseRevisions(text.slice('revision:'.length).split(',', MOST_REVISIONS + 1));
  const savedVersion = /^saved-version:([a-z0-9:-]{1,200})$/.exec(text);
  return savedVersion ? { kind: 'saved-version', id: savedVersion[1] ?? '' } : undefined;
}

function parseRevisions(parts: string[]): EntryRef | undefined {
  if (parts.length > MOST_REVISIONS) return undefined;
  const revisions: RevisionRef[] = [];
  for (const part of parts) {
    const [, language = '', revision] = /^([a-z-]+):(\d{1,9})$/.exec(part) ?? [];
    if (!isLanguageCode(language)) return undefined;
    revisions.push({ language, revision: Number(revision) });
  }
  return { kind: 'publication', revisions };
}

import type { Locale } from '#core/locales/locale.ts';

/** What can be compared and restored: the draft, a publication of a language, or a version. */
export type EntryRef =
  | { kind: 'draft' }
  | { kind: 'revision'; language: Locale; revision: number }
  | { kind: 'version'; id: string };

/** As it stands in addresses and forms: `draft`, `revision:es:3`, `version:{id}`. */
export function formatRef(ref: EntryRef): string {
  switch (ref.kind) {
    case 'draft':
      return 'draft';
    case 'revision':
      return `revision:${ref.language}:${ref.revision}`;
    case 'version':
      return `version:${ref.id}`;
  }
}

/** @returns `undefined` for a text that names nothing. */
export function parseRef(text: string): EntryRef | undefined {
  if (text === 'draft') return { kind: 'draft' };
  const revision = /^revision:([a-z]{2,6}):(\d{1,9})$/.exec(text);
  if (revision) return { kind: 'revision', language: revision[1] ?? '', revision: Number(revision[2]) };
  const version = /^version:([a-z0-9:-]{1,200})$/.exec(text);
  return version ? { kind: 'version', id: version[1] ?? '' } : undefined;
}

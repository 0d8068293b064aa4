import type { RevisionRef } from '#core/items/publication-acts.ts';

/** What can be compared and restored: the draft, what one act published, or a version. */
export type EntryRef =
  | { kind: 'draft' }
  /** A revision of each of its languages, or of some of them. */
  | { kind: 'publication'; revisions: RevisionRef[] }
  | { kind: 'version'; id: string };

/** As it stands in addresses and forms: `draft`, `revision:es:3,en:1`, `version:{id}`. */
export function formatRef(ref: EntryRef): string {
  switch (ref.kind) {
    case 'draft':
      return 'draft';
    case 'publication':
      return `revision:${ref.revisions.map(({ language, revision }) => `${language}:${revision}`).join()}`;
    case 'version':
      return `version:${ref.id}`;
  }
}

/** @returns `undefined` for a text that names nothing. */
export function parseRef(text: string): EntryRef | undefined {
  if (text === 'draft') return { kind: 'draft' };
  if (/^revision:[a-z]{2,6}:\d{1,9}(?:,[a-z]{2,6}:\d{1,9}){0,19}$/.test(text)) {
    const revisions = text
      .slice('revision:'.length)
      .split(',')
      .map((part) => part.split(':'));
    return {
      kind: 'publication',
      revisions: revisions.map(([language = '', revision]) => ({ language, revision: Number(revision) })),
    };
  }
  const version = /^version:([a-z0-9:-]{1,200})$/.exec(text);
  return version ? { kind: 'version', id: version[1] ?? '' } : undefined;
}

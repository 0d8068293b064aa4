import { useMemo, useSyncExternalStore } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import type { Locale } from '#core/locales/locale.ts';

/** Number of caret colours, `caret-0` and up in the editor's styles. */
const CARET_COLORS = 6;

/** The member `user` of a window's awareness state. */
export interface PresentUser {
  id: string;
  name: string;
  /** Of the caret: a number below `CARET_COLORS`. */
  color: number;
}

/** The member `place`: what the person is editing. */
export type EditedField = 'title' | 'slug' | 'summary' | 'body' | 'fields' | 'seo';

export interface Presence extends PresentUser {
  language: Locale;
  place: EditedField | undefined;
  /** Whether it is the same person in another window. */
  isSelf: boolean;
}

/** A person has the same colour in every window. */
export function colorOf(userId: string): number {
  let sum = 0;
  for (const unit of userId) sum = (sum * 31 + (unit.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % CARET_COLORS;
}

/** The other people in these languages, one entry per person and language. Awareness states of others are validated. */
export function usePresence(awareness: { [language: Locale]: Awareness }, userId: string): readonly Presence[] {
  const source = useMemo(() => createPresenceSource(awareness, userId), [awareness, userId]);
  return useSyncExternalStore(source.subscribe, source.read, source.read);
}

function createPresenceSource(awareness: { [language: Locale]: Awareness }, userId: string) {
  let known: Presence[] = [];
  let key = '';
  return {
    read() {
      const present = Object.entries(awareness).flatMap(([language, own]) => presentIn(own, language, userId));
      const found = [...new Map(present.map((entry) => [`${entry.id} ${entry.language}`, entry])).values()];
      const next = JSON.stringify(found);
      if (next !== key) {
        key = next;
        known = found;
      }
      return known;
    },
    subscribe(listener: () => void) {
      for (const own of Object.values(awareness)) own.on('change', listener);
      return () => {
        for (const own of Object.values(awareness)) own.off('change', listener);
      };
    },
  };
}

function presentIn(awareness: Awareness, language: Locale, userId: string): Presence[] {
  return [...awareness.getStates()].flatMap(([clientId, state]): Presence[] => {
    const user = state.user as Partial<PresentUser> | undefined;
    if (clientId === awareness.clientID || typeof user?.id !== 'string' || typeof user.name !== 'string') return [];
    const { id, name } = user;
    return [{ id, name, color: colorOf(id), language, place: editedFieldOf(state.place), isSelf: id === userId }];
  });
}

const EDITED_FIELDS: readonly EditedField[] = ['title', 'slug', 'summary', 'body', 'fields', 'seo'];

function editedFieldOf(value: unknown): EditedField | undefined {
  return EDITED_FIELDS.find((place) => place === value);
}

import { z } from 'zod';
import { defineCollection } from '../documents/collection.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocument, setDocument } from '../documents/typed-documents.ts';

/**
 * `site-day/today`: the date where the site's team is. Pages that show what is to come read it, and are rendered again when it
 * changes.
 */
export const siteDay = defineCollection({
  name: 'site-day',
  key: () => 'today',
  schema: z.strictObject({ day: z.iso.date() }),
  indexes: [],
  policy: { read: 'public' },
});

/** The date in a time zone as `2026-03-01`. @param at milliseconds since 1970 */
export function dayIn(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** Stores the date if it has changed. @param now milliseconds since 1970 */
export async function updateSiteDay(store: DocumentStore, timeZone: string, now: number): Promise<void> {
  const day = dayIn(timeZone, now);
  const stored = await getDocument(store, siteDay.at());
  if (stored?.data.day !== day) await store.commit([setDocument(siteDay.at(), { day })]);
}

import { z } from 'zod';
import { dayIn } from '../clock/zoned-time.ts';
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

/** Stores the date if it has changed. @param now milliseconds since 1970 */
export async function updateSiteDay(store: DocumentStore, timeZone: string, now: number): Promise<void> {
  const day = dayIn(timeZone, now);
  const stored = await getDocument(store, siteDay.at());
  if (stored?.data.day !== day) await store.commit([setDocument(siteDay.at(), { day })]);
}

/** Whether it is the name of a time zone, such as `America/Mexico_City`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0 && name !== '';
  } catch {
    return false;
  }
}

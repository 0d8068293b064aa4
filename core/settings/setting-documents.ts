import { z } from 'zod';
import { type DocumentRef, defineCollection } from '../documents/collection.ts';

/** Maximum characters of a value. Source: 100 emails of 254, one a line. */
const LONGEST = 25_500;

/** Anything that a text can say fits, so that no page fails because of a setting. */
const schema = z.strictObject({ value: z.string().min(1).max(LONGEST) });

/** `site-settings/{id}`: one document for each, so that a page depends on those that it reads alone. */
const siteSettings = defineCollection({ name: 'site-settings', schema, indexes: [], policy: { read: 'public' } });

/** `private-settings/{id}`: those that no page for visitors may read. */
const privateSettings = defineCollection({
  name: 'private-settings',
  schema,
  indexes: [],
  policy: { read: 'private' },
});

export const settingCollections = [siteSettings, privateSettings];

/** The document of a setting; there is none while it is as in the file. */
export function settingRef({ id, isPrivate }: { id: string; isPrivate?: true }): DocumentRef<z.infer<typeof schema>> {
  return (isPrivate ? privateSettings : siteSettings).at(id);
}

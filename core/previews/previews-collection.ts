import { z } from 'zod';
import { itemId } from '../content/content-schemas.ts';
import { type Collection, defineCollection } from '../documents/collection.ts';
import type { Locale } from '../locales/locale.ts';

/** A link that shows drafts to anyone who has it: `previews/{hash of its token}`. */
export interface Preview {
  itemId: string;
  languages: Locale[];
  /** Milliseconds since 1970. */
  createdAt: number;
  expiresAt: number;
  by: { id: string; name: string };
}

export const previews: Collection<Preview> = defineCollection({
  name: 'previews',
  schema: z.strictObject({
    itemId,
    languages: z.array(z.string()).min(1),
    createdAt: z.int().nonnegative(),
    expiresAt: z.int().nonnegative(),
    by: z.strictObject({ id: z.string(), name: z.string() }),
  }) as z.ZodType<Preview>,
  indexes: [
    [
      { field: 'itemId', direction: 'asc' },
      { field: 'createdAt', direction: 'desc' },
    ],
    [{ field: 'expiresAt', direction: 'asc' }],
  ],
  policy: { read: 'private' },
});

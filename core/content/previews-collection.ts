import { z } from 'zod';
import { defineCollection } from '../documents/collection.ts';
import { itemId } from './schema-parts.ts';

const schema = z.strictObject({
  itemId,
  languages: z.array(z.string()).min(1),
  /** Milliseconds since 1970. */
  createdAt: z.int().nonnegative(),
  expiresAt: z.int().nonnegative(),
  by: z.strictObject({ id: z.string(), name: z.string() }),
});

/** A link that shows drafts to anyone who has it. */
export type Preview = z.infer<typeof schema>;

/** `previews/{hash of its token}` */
export const previews = defineCollection({
  name: 'previews',
  schema,
  indexes: [
    [
      { field: 'itemId', direction: 'asc' },
      { field: 'createdAt', direction: 'desc' },
    ],
    [{ field: 'expiresAt', direction: 'asc' }],
  ],
  policy: { read: 'private' },
});

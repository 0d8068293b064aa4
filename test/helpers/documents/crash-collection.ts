import { z } from 'zod';
import { defineCollection } from '#core/documents/collection.ts';

/** Documents that the crash test writes: those of one commit share its number. */
export const crashCollection = defineCollection({
  name: 'crash',
  schema: z.strictObject({ number: z.number(), tags: z.array(z.string()), body: z.string() }),
  policy: { read: 'private' },
  indexes: [
    [{ field: 'number', direction: 'desc' }],
    [
      { field: 'tags', array: true },
      { field: 'number', direction: 'asc' },
    ],
  ],
});

import { z } from 'zod';
import { defineCollection } from '../documents/collection.ts';

const schema = z.strictObject({
  people: z.array(
    z.strictObject({
      draft: z.string(),
      id: z.string(),
      name: z.string(),
      canWrite: z.boolean(),
      place: z.string().exactOptional(),
    }),
  ),
});

/** A person who has a draft open, and the field that they are in. */
export type PersonInDraft = z.infer<typeof schema>['people'][number];

/** `presence/{instance}`: the people at each instance of the server, while there are any. Renewed until the instance ends. */
export const presence = defineCollection({
  name: 'presence',
  schema,
  indexes: [],
  policy: { read: 'private' },
  feed: ['people'],
});

import { z } from 'zod';
import { defineCollection } from '../documents/collection.ts';

const schema = z.strictObject({
  /** Milliseconds since 1970: when an instance that runs the build last said so. */
  seenAt: z.number(),
  /** The names of its files in `/assets/`, which the file store has. */
  assets: z.array(z.string()),
});

/** `builds/{id}`: the builds of the app whose assets are kept, so that every instance can serve the pages of the others. */
export const builds = defineCollection({
  name: 'builds',
  schema,
  indexes: [],
  policy: { read: 'private' },
});

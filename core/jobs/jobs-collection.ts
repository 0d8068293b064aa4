import { z } from 'zod';
import { defineCollection } from '../documents/collection.ts';

const schema = z.strictObject({
  /** The process that holds the lease, and its expiry in milliseconds since 1970. */
  holder: z.string().exactOptional(),
  until: z.int().exactOptional(),
  /** For jobs that process everything once: their purpose, their progress, and whether they are complete. Of a server: what it is, as JSON. */
  purpose: z.string().exactOptional(),
  after: z.string().exactOptional(),
  done: z.boolean().exactOptional(),
});

/** The state of a background job. */
export type JobRecord = z.infer<typeof schema>;

/** `jobs/{name}` */
export const jobs = defineCollection({
  name: 'jobs',
  schema,
  indexes: [],
  policy: { read: 'private' },
});

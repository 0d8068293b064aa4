import { z } from 'zod';
import { type Collection, defineCollection } from '../documents/collection.ts';
import type { DocumentPath } from '../documents/document-store.ts';

/** What is known of a piece of work that the server does by itself: `jobs/{name}`. */
export interface JobRecord {
  /** Which process does it, and until when, in milliseconds since 1970. */
  holder?: string;
  until?: number;
  /** Of work that goes through everything once: what it was done for, how far it came, and whether it came to the end. */
  purpose?: string;
  after?: string;
  done?: boolean;
}

export const jobs: Collection<JobRecord> = defineCollection({
  name: 'jobs',
  schema: z.strictObject({
    holder: z.string().exactOptional(),
    until: z.int().exactOptional(),
    purpose: z.string().exactOptional(),
    after: z.string().exactOptional(),
    done: z.boolean().exactOptional(),
  }) as z.ZodType<JobRecord>,
  indexes: [],
  policy: { read: 'private' },
});

export const jobPath = (name: string): DocumentPath => `jobs/${name}`;

import { z } from 'zod';
import { type Collection, defineCollection } from '../documents/collection.ts';
import type { DocumentPath } from '../documents/document-store.ts';

/** The state of a background job: `jobs/{name}`. */
export interface JobRecord {
  /** The process that holds the lease, and its expiry in milliseconds since 1970. */
  holder?: string;
  until?: number;
  /** For jobs that process everything once: their purpose, their progress, and whether they are complete. */
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

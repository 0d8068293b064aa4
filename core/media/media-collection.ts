import { z } from 'zod';
import { defineCollection } from '../documents/collection.ts';
import type { Media } from './media.ts';

const mediaSchema: z.ZodType<Media> = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  name: z.string().min(1).max(255),
  contentType: z.enum(['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']),
  bytes: z.int().positive(),
  width: z.number().positive(),
  height: z.number().positive(),
});

/** `media/{id}` */
export const media = defineCollection({
  name: 'media',
  schema: mediaSchema,
  indexes: [],
  policy: { read: 'public' },
});

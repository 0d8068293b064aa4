import { z } from 'zod';

export const mediaSchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** The original file name. */
  name: z.string().min(1).max(255),
  contentType: z.enum(['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']),
  bytes: z.int().positive(),
  /** Pixels. */
  width: z.number().positive(),
  height: z.number().positive(),
});

/** A media file. Stored as `media/{id}`; the id is the first 32 hexadecimal digits of the SHA-256 of its bytes. */
export type Media = z.infer<typeof mediaSchema>;

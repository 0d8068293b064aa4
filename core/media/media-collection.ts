import { defineCollection } from '../documents/collection.ts';
import { mediaSchema } from './media.ts';

/** `media/{id}` */
export const media = defineCollection({
  name: 'media',
  schema: mediaSchema,
  indexes: [],
  policy: { read: 'public' },
});

import { defineCollection } from '../documents/collection.ts';
import { mediaSchema } from './media.ts';

/** `media/{id}` */
export const media = defineCollection({
  name: 'media',
  schema: mediaSchema,
  indexes: [[{ field: 'checkAt', direction: 'asc' }]],
  policy: { read: 'public' },
  feed: ['checkAt', 'deletedAt'],
});

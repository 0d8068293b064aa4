import type { Publication } from '#core/content/publication.ts';
import { readingMinutes } from '#core/content/reading-time.ts';
import { plainText } from '#core/rich-text/plain-text.ts';

/** Reading time of a publication in whole minutes. */
export function readMinutes({ body, language }: Publication): number {
  return readingMinutes(plainText(body), language);
}

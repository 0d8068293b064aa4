import type { Publication } from '#core/content/publication.ts';
import { titlePicturePath } from '#core/discovery/title-picture-path.ts';

/** The preview picture of a publication: its cover, or its title. */
export function sharedImage(publication: Publication): { url: string; alt: string } {
  const { cover, title } = publication;
  if (cover) return { url: `/media/${cover.media}/og.jpg`, alt: cover.alt };
  return { url: titlePicturePath(publication), alt: title };
}

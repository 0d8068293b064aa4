import type { Locale } from '../locales/locale.ts';

/** What a preview picture with a title is about: a publication, the listing of a type, or the site. */
export interface TitleSubject {
  language: Locale;
  type?: string;
  slug?: string;
  /** Of the publication. Social networks keep a picture by its address, so a changed title needs another one. */
  revision?: number;
}

/** Where the paths of preview pictures with a title begin. */
export const TITLE_PICTURES = '/media/titles/';

/** The path of a preview picture with a title, for a page without a cover. */
export function titlePicturePath({ language, type, slug, revision }: TitleSubject): string {
  const names = [language, type, slug].filter((name) => name !== undefined);
  return `${TITLE_PICTURES}${names.join('/')}.jpg${revision === undefined ? '' : `?v=${revision}`}`;
}

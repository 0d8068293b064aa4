import type { FileCard } from '#core/files/file-card.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { isPicture, type Media } from '#core/media/media.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { formatBytes } from '../../site/files/file-data.ts';
import { type PictureData, pictureData } from '../../site/pictures/picture-data.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';

/** A file in a list. */
export interface FileRow {
  id: string;
  href: string;
  name: string;
  /** In the page's language, else in that of its texts; missing if it has none. */
  title?: string;
  /** `1.4 MB` */
  size: string;
  /** ISO 8601, and formatted: when it was uploaded or, in the trash, put there. */
  at: string;
  when: string;
  uploader?: string;
  tags: string[];
  isUsed: boolean;
  /** The codes of the languages that lack the alternative text, and of those whose texts are out of date. */
  lacksAlt: Locale[];
  stale: Locale[];
  /** Missing if its bytes are. */
  picture?: PictureData;
}

/** The row of a card. @param bytes of the file */
export function toFileRow(
  config: SiteConfig,
  locale: Locale,
  { id, name, languages, bytes: size, uploadedAt, trashedAt, uploadedBy, tags, isUsed }: FileCard,
  bytes: Media | undefined,
): FileRow {
  const title = languages[locale]?.title ?? Object.values(languages).find((texts) => texts.title !== undefined)?.title;
  const at = trashedAt ?? uploadedAt;
  const codes = config.locales.map(({ code }) => code);
  return {
    id,
    href: localizePath(config, locale, `/admin/files/${id}`),
    name,
    ...(title !== undefined && { title }),
    size: formatBytes(localeDefinition(config, locale).language, size),
    at: new Date(at).toISOString(),
    when: formatMoment(locale, at),
    ...(uploadedBy && { uploader: uploadedBy.name }),
    tags,
    isUsed,
    lacksAlt: codes.filter((code) => languages[code]?.lacksAlt),
    stale: codes.filter((code) => (languages[code]?.stale ?? 0) > 0),
    ...(bytes && isPicture(bytes) && { picture: pictureData(bytes) }),
  };
}

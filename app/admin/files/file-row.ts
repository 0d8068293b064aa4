import type { FileCard } from '#core/files/file-card.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { isPicture, type Media } from '#core/media/media.ts';
import { extensionOf, type FileKind } from '#core/media/media-file.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { formatBytes } from '../../i18n/format-bytes.ts';
import { createServerTranslator } from '../../i18n/server-messages.ts';
import { formatDuration } from '../../site/files/file-data.ts';
import { type PictureData, pictureData } from '../../site/pictures/picture-data.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';

/** A file in a list. */
export interface FileRow {
  id: string;
  href: string;
  name: string;
  /** In the page's language, else in that of its texts; missing if it has none. */
  title?: string;
  kind: FileKind;
  /** `JPG · 1.4 MB`, with the pages of a PDF and the duration of a sound or film. */
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
  /** Of a film, its poster. Missing if its bytes are. */
  picture?: PictureData;
}

/** The bytes that rows of cards need. */
export function bytesOfCards(cards: readonly FileCard[]): string[] {
  return cards.flatMap(({ media, poster }) => [media, poster ?? []].flat());
}

/** The row of a card. @param known `bytesOfCards` by id */
export function toFileRow(
  config: SiteConfig,
  locale: Locale,
  card: FileCard,
  known: ReadonlyMap<string, { data: Media }>,
): FileRow {
  const { id, kind, name, languages, bytes: size, contentType, uploadedAt, trashedAt, uploadedBy, tags, isUsed } = card;
  const bytes = known.get(card.media)?.data;
  const picture = known.get(card.poster ?? card.media)?.data;
  const title = languages[locale]?.title ?? Object.values(languages).find((texts) => texts.title !== undefined)?.title;
  const at = trashedAt ?? uploadedAt;
  const codes = config.locales.map(({ code }) => code);
  return {
    id,
    href: localizePath(config, locale, `/admin/files/${id}`),
    name,
    ...(title !== undefined && { title }),
    kind,
    size: [
      extensionOf(contentType as Media['contentType']).toUpperCase(),
      formatBytes(localeDefinition(config, locale).language, size),
      ...(bytes ? lengthOf(locale, bytes) : []),
    ].join(' · '),
    at: new Date(at).toISOString(),
    when: formatMoment(locale, at),
    ...(uploadedBy && { uploader: uploadedBy.name }),
    tags,
    isUsed,
    lacksAlt: codes.filter((code) => languages[code]?.lacksAlt),
    stale: codes.filter((code) => (languages[code]?.stale ?? 0) > 0),
    ...(picture && isPicture(picture) && { picture: pictureData(picture) }),
  };
}

/** The pages of a PDF, or how long a sound or film is. */
export function lengthOf(locale: Locale, bytes: Media): string[] {
  if (isPicture(bytes)) return [];
  const { pages, seconds } = bytes;
  if (pages !== undefined) return [createServerTranslator(locale)('file.pages', { count: pages })];
  return seconds === undefined ? [] : [formatDuration(seconds)];
}

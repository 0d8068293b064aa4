import { fileAddress, versionedAddress } from '#core/files/file-name.ts';
import type { ShownFile } from '#core/files/read-files.ts';
import { type SiteFile, type Upload, uploadFor } from '#core/files/site-file.ts';
import { type Locale, localeDefinition } from '#core/locales/locale.ts';
import { isPicture, type Media } from '#core/media/media.ts';
import { extensionOf, type FileKind } from '#core/media/media-file.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { PageServices } from '../../context/context.ts';
import { formatBytes } from '../../i18n/format-bytes.ts';
import { languageName } from '../../i18n/language-name.ts';

/** A text or file in a language; `language` is its BCP 47 tag. */
interface InLanguage {
  language: string;
  /** The language's name in the language of the page. */
  name: string;
}

/** A file as a page hands it out. */
export interface FileData {
  kind: FileKind;
  /** Its readable address. */
  href: string;
  /** Of these bytes, for players. */
  src: string;
  contentType: string;
  title: string;
  /** The tag of the language of the title, if it is not that of the page. */
  titleLanguage?: string;
  /** `PDF` */
  format: string;
  /** `1.4 MB` */
  size: string;
  pages?: number;
  /** `1:30` */
  duration?: string;
  /** Of the file, if it is not that of the page. */
  inLanguage?: InLanguage;
  caption?: string;
  credit?: string;
  poster?: string;
  captions?: (InLanguage & { src: string; isOfPage: boolean })[];
}

/** Reads files by their ids, as readers of a language get them. The page depends on what is read. */
export async function readFiles(
  { config, content }: Pick<PageServices, 'config' | 'content'>,
  locale: Locale,
  ids: string[],
): Promise<ReadonlyMap<string, FileData>> {
  if (ids.length === 0) return new Map();
  const found = await content.files(ids, locale);
  return new Map([...found].map(([id, shown]) => [id, fileData(config, locale, id, shown, content.mediaFolder)]));
}

/** @param folder where the bytes are, if visitors do not get them: of a preview */
export function fileData(
  config: Pick<SiteConfig, 'locales' | 'defaultLocale'>,
  locale: Locale,
  id: string,
  { media, file }: ShownFile,
  folder?: string,
): FileData {
  const { language } = localeDefinition(config, locale);
  const upload = file ? uploadFor(file, locale) : { ...media, media: media.id };
  const isOwn = file?.languages[locale]?.own !== undefined;
  const src = (one: Pick<Upload, 'media' | 'name' | 'contentType'>) =>
    folder === undefined ? versionedAddress(id, one) : `${folder}/${one.media}/original`;
  const texts = file?.languages[locale];
  const source = file?.languages[file.sourceLanguage];
  const title = texts?.title ?? source?.title;
  const isForeign = file !== undefined && !isOwn && file.sourceLanguage !== locale && !isPicture(media);
  const tagOf = (code: Locale) => config.locales.find((one) => one.code === code)?.language ?? code;
  const named = (code: Locale): InLanguage => ({ language: tagOf(code), name: languageName(language, tagOf(code)) });
  const captions = file && captionsOf(file, locale);
  return {
    ...{ kind: file?.kind ?? 'picture', contentType: media.contentType, src: src(upload) },
    href: folder === undefined ? fileAddress(id, upload, isOwn ? locale : undefined) : src(upload),
    title: title ?? upload.name,
    ...(texts?.title === undefined && title !== undefined && file && { titleLanguage: tagOf(file.sourceLanguage) }),
    format: extensionOf(media.contentType).toUpperCase(),
    size: formatBytes(language, media.bytes),
    ...detailsOf(media),
    ...(isForeign && { inLanguage: named(file.sourceLanguage) }),
    ...(texts?.caption !== undefined && { caption: texts.caption }),
    ...(texts?.credit !== undefined && { credit: texts.credit }),
    ...(file?.poster && { poster: src(file.poster) }),
    ...(captions?.length && {
      captions: captions.map(([code, one]) => ({ ...named(code), src: src(one), isOfPage: code === locale })),
    }),
  };
}

/** Those of the language first. */
function captionsOf({ languages }: SiteFile, locale: Locale): [Locale, Upload][] {
  const all = Object.entries(languages).flatMap(([code, { captions }]): [Locale, Upload][] =>
    captions ? [[code, captions]] : [],
  );
  return all.sort(([a], [b]) => Number(b === locale) - Number(a === locale));
}

function detailsOf(media: Media): Pick<FileData, 'pages' | 'duration'> {
  if (isPicture(media)) return {};
  const { pages, seconds } = media;
  return { ...(pages !== undefined && { pages }), ...(seconds !== undefined && { duration: formatDuration(seconds) }) };
}

/** `1:30`, `1:02:03` */
export function formatDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const padded = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${padded}` : `${minutes}:${padded}`;
}

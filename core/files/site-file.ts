import { z } from 'zod';
import { mediaId, milliseconds, minorEdit, person, tag, translationLinks } from '../content/schema-parts.ts';
import type { TranslationCounts, UnitReport } from '../content/translation-link.ts';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import { defineCollection } from '../documents/collection.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { Locale } from '../locales/locale.ts';
import type { Media } from '../media/media.ts';
import { FILE_KINDS, type FileKind, isOtherContentType, OTHER_FILE_TYPES } from '../media/media-file.ts';
import { countStates, translationReport } from '../translation/translation-state.ts';
import type { Unit } from '../translation/units.ts';

/** Maximum former versions that a file keeps. Source: Meki's own. */
export const MAX_VERSIONS = 10;

/** Maximum characters of each text of a file. Source: Meki's own; that of alternative texts is the product's specification. */
export const FILE_LIMITS = {
  name: 255,
  title: CONTENT_LIMITS.title,
  alt: CONTENT_LIMITS.alt,
  caption: 1_000,
  credit: 200,
  tags: CONTENT_LIMITS.tags,
} as const;

const uploadSchema = z.strictObject({
  /** Id of the media document with the bytes. */
  media: mediaId,
  /** The file name. */
  name: z.string().min(1).max(FILE_LIMITS.name),
  contentType: z.string(),
  bytes: z.int().positive(),
  at: milliseconds,
  by: person.exactOptional(),
  /** The focal point of a picture; missing in the middle. */
  focus: z.strictObject({ x: z.int().min(0).max(10), y: z.int().min(0).max(10) }).exactOptional(),
});

/** Bytes of a file, and who uploaded them when. */
export type Upload = z.infer<typeof uploadSchema>;

const fileTextsSchema = z.strictObject({
  title: z.string().min(1).max(FILE_LIMITS.title).exactOptional(),
  /** Not together with `decorative`. */
  alt: z.string().min(1).max(FILE_LIMITS.alt).exactOptional(),
  /** Whether readers who do not see it miss nothing. */
  decorative: z.literal(true).exactOptional(),
  caption: z.string().min(1).max(FILE_LIMITS.caption).exactOptional(),
  credit: z.string().min(1).max(FILE_LIMITS.credit).exactOptional(),
  /** What the texts were translated from; missing on the source. */
  links: translationLinks.exactOptional(),
  /** The bytes that readers of this language get instead of the current ones. */
  own: uploadSchema.exactOptional(),
  /** The captions of a film, as WebVTT. */
  captions: uploadSchema.exactOptional(),
});

/** What a file says in a language. */
export type FileTexts = z.infer<typeof fileTextsSchema>;

/** What a film has besides its bytes: the captions of each language, and the picture that it shows before it is played. */
export const FILM_PARTS = ['captions', 'poster'] as const;

type FilmPart = (typeof FILM_PARTS)[number];

const formerUploadSchema = uploadSchema.extend({
  /** The version of the file that had them. */
  version: z.int().positive(),
  /** The language whose own bytes or captions they were. */
  language: z.string().exactOptional(),
  /** Missing for bytes of the file itself. */
  part: z.enum(FILM_PARTS).exactOptional(),
});

const schema = z.strictObject({
  id: mediaId,
  kind: z.enum(FILE_KINDS),
  /** The bytes now. */
  current: uploadSchema,
  /** The picture that a film shows before it is played. */
  poster: uploadSchema.exactOptional(),
  /** Counts what changed its bytes, from 1. */
  version: z.int().positive(),
  /** The latest first. */
  former: z.array(formerUploadSchema).max(MAX_VERSIONS),
  uploadedAt: milliseconds,
  uploadedBy: person.exactOptional(),
  tags: z.array(tag).max(FILE_LIMITS.tags),
  /** The language that the texts of the others are translated from. */
  sourceLanguage: z.string(),
  languages: z.record(z.string(), fileTextsSchema),
  /** Changes of the source that translations need not follow. */
  minorEdits: z.array(minorEdit).exactOptional(),
  /** Whether it stays when the last item that used it is deleted for good: it was uploaded or described in the library. */
  isKept: z.literal(true).exactOptional(),
  /** Only in the trash. */
  trashedAt: milliseconds.exactOptional(),
  trashedBy: person.exactOptional(),
  /** The media ids of the bytes that readers get, and of all bytes that it has. For queries; `stageFile` writes them. */
  shown: z.array(mediaId),
  held: z.array(mediaId),
});

/**
 * A file of the library. Texts name it by its id, whatever its bytes are. The id is that of its first bytes, so that each reference
 * to bytes that were uploaded before there were files is the id of a file; where it was taken, a random one. Stored as
 * `files/{id}`, bytes as `media/{id}`.
 */
export type SiteFile = z.infer<typeof schema>;

/** `files/{id}` */
export const files = defineCollection({
  name: 'files',
  schema,
  indexes: [
    [{ field: 'shown', array: true }],
    [{ field: 'held', array: true }],
    [{ field: 'trashedAt', direction: 'asc' }],
  ],
  policy: { read: 'public' },
  feed: ['shown', 'held', 'trashedAt'],
  opaque: ['languages.*.links', 'minorEdits'],
});

const countsSchema = z.strictObject({ tags: z.record(z.string(), z.int()) });

/** `file-counts/library`: how many files of the library have each tag. */
export const fileCounts = defineCollection({
  name: 'file-counts',
  schema: countsSchema,
  indexes: [],
  policy: { read: 'private' },
});

/** The kind of bytes. */
export function kindOf(contentType: Media['contentType']): FileKind {
  return isOtherContentType(contentType) ? OTHER_FILE_TYPES[contentType].kind : 'picture';
}

/** All bytes that readers get. */
export function shownUploads({
  current,
  poster,
  languages,
}: Pick<SiteFile, 'current' | 'poster' | 'languages'>): Upload[] {
  const ofLanguages = Object.values(languages).flatMap(({ own, captions }) => [own ?? [], captions ?? []].flat());
  return [current, ...(poster ? [poster] : []), ...ofLanguages];
}

/** Which bytes of a file: those of all languages, those that one has of its own, or a part of a film. */
export interface UploadPlace {
  language?: Locale | undefined;
  part?: FilmPart | undefined;
}

/** The kind of bytes that a place of a file takes. */
export function wantedKind(kind: FileKind, { part }: UploadPlace): FileKind {
  return part === 'poster' ? 'picture' : (part ?? kind);
}

/** The bytes in a place of a file. */
export function uploadIn(
  { current, poster, languages }: Pick<SiteFile, 'current' | 'poster' | 'languages'>,
  { language, part }: UploadPlace,
): Upload | undefined {
  if (part === 'poster') return poster;
  if (language === undefined) return part === undefined ? current : undefined;
  return languages[language]?.[part ?? 'own'];
}

/** The bytes that readers of a language get. */
export function uploadFor({ current, languages }: SiteFile, language: Locale | undefined): Upload {
  return (language === undefined ? undefined : languages[language]?.own) ?? current;
}

/** What a file is called for who reads a language: its title there or in its source, else its file name. */
export function titleOf({ languages, sourceLanguage, current }: SiteFile, language: Locale): string {
  return languages[language]?.title ?? languages[sourceLanguage]?.title ?? current.name;
}

/** The texts of a file, each of which is a unit of translation. */
export const FILE_TEXTS = ['title', 'alt', 'caption', 'credit'] as const;

export type FileTextName = (typeof FILE_TEXTS)[number];

/** The unit of the bytes that a language has of its own. */
export const OWN_BYTES = 'bytes';

/** The units of the texts. A decorative picture says so in the place of its alternative text. */
export function textUnits(texts: FileTexts | undefined): Unit[] {
  return FILE_TEXTS.flatMap((id): Unit[] => {
    const text = texts?.[id];
    if (id === 'alt' && texts?.decorative) return [{ id, text: '', hash: contentHash({ decorative: true }) }];
    return text === undefined ? [] : [{ id, text, hash: contentHash({ text }) }];
  });
}

type Texts = Pick<SiteFile, 'current' | 'languages' | 'sourceLanguage' | 'minorEdits'>;

/** The units that a translation is made from; its own bytes follow those of the source. */
export function sourceUnits(file: Texts, translation: FileTexts | undefined): Unit[] {
  const { current, languages, sourceLanguage } = file;
  const source = languages[sourceLanguage];
  return [...textUnits(source), ...(translation?.own ? [bytesUnit(source?.own ?? current)] : [])];
}

/** The units of a translation. */
export function translationUnits(texts: FileTexts | undefined): Unit[] {
  return [...textUnits(texts), ...(texts?.own ? [bytesUnit(texts.own)] : [])];
}

/** The states of the texts of a language, as those of the units of an item; `undefined` for the source itself. */
export function fileReport(file: Texts, language: Locale): UnitReport[] | undefined {
  if (language === file.sourceLanguage) return undefined;
  const texts = file.languages[language];
  return translationReport(
    { units: sourceUnits(file, texts), minorEdits: file.minorEdits ?? [] },
    { units: translationUnits(texts), links: texts?.links ?? {} },
  );
}

/** Number of texts by state; `undefined` for the source itself. */
export function fileTextCounts(file: SiteFile, language: Locale): TranslationCounts | undefined {
  const report = fileReport(file, language);
  return report && countStates(report);
}

/** The alternative text of a file in a language; empty if it is decorative, `undefined` if it is missing. */
export function altIn({ languages }: Pick<SiteFile, 'languages'>, language: Locale): string | undefined {
  const { alt, decorative } = languages[language] ?? {};
  return decorative ? '' : alt;
}

/** Whether readers of a language who do not see the picture get nothing in its place. */
export function lacksAlt(file: Pick<SiteFile, 'kind' | 'languages'>, language: Locale): boolean {
  return file.kind === 'picture' && altIn(file, language) === undefined;
}

function bytesUnit({ name, media }: Upload): Unit {
  return { id: OWN_BYTES, text: name, hash: contentHash({ media }) };
}

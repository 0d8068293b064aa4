import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { Locale } from '../locales/locale.ts';
import { type Focus, MIDDLE } from '../media/picture-variants.ts';
import { linkTo, NOTHING_TRANSLATED, relink } from '../translation/link-units.ts';
import { MAX_MINOR_EDITS, minorEditsFor } from '../translation/translation-state.ts';
import { changeFile, type FileDependencies, type FileOutcome } from './change-file.ts';
import {
  FILE_TEXTS,
  type FileTextName,
  type FileTexts,
  type SiteFile,
  sourceUnits,
  textUnits,
  translationUnits,
  uploadIn,
} from './site-file.ts';
import type { ChangedFile } from './stage-file.ts';

/** A change of what a file says in a language. A text that is missing is kept, an empty one removed. */
export interface FileDescription {
  id: string;
  language: Locale;
  texts: { [text in FileTextName]?: string };
  /** Whether readers who do not see it miss nothing; then it has no alternative text. */
  decorative?: boolean | undefined;
  /** What the texts were when their writer saw them (`textsStamp`); if they are others by now, the answer is `conflict`. */
  stamp?: string | undefined;
  /** Of a translation: the texts count as made from what the source says now. */
  isCurrent?: boolean | undefined;
  /** Of the source: translations need not follow this change or, if it changes nothing, the former ones. */
  isMinor?: boolean | undefined;
}

/** What the texts of a language are, for who writes others over them. */
export function textsStamp({ languages }: Pick<SiteFile, 'languages'>, language: Locale): string {
  const { links: _, own: __, captions: ___, ...texts } = languages[language] ?? {};
  return contentHash(texts);
}

/**
 * Changes the texts of a file in a language. Changed texts of a translation count as made from what the source says now.
 * @throws {Forbidden}
 */
export function describeFile(
  dependencies: FileDependencies,
  actor: Actor,
  { id, language, stamp, ...change }: FileDescription,
): Promise<FileOutcome<'no-language'>> {
  return changeFile<'no-language'>(dependencies, actor, { id }, (file) => {
    requireMay(actor, 'file.describe', { authorId: file.uploadedBy?.id ?? '', language });
    if (!dependencies.config.locales.some(({ code }) => code === language)) return { ok: false, reason: 'no-language' };
    if (stamp !== undefined && stamp !== textsStamp(file, language)) return { ok: false, reason: 'conflict' };
    const texts = withTexts(file.languages[language] ?? {}, change);
    const described: ChangedFile = { ...file, languages: { ...file.languages, [language]: texts }, isKept: true };
    return {
      ok: true,
      file:
        language === file.sourceLanguage
          ? withMinor(file, described, change)
          : linkTexts(file, described, language, change),
      entry: { action: 'media.described', details: { languages: [language] } },
    };
  });
}

/** Replaces the tags of a file. @throws {Forbidden} */
export function tagFile(
  dependencies: FileDependencies,
  actor: Actor,
  { id, add = [], remove = [] }: { id: string; add?: readonly string[]; remove?: readonly string[] },
): Promise<FileOutcome> {
  return changeFile(dependencies, actor, { id }, (file) => {
    requireMay(actor, 'file.describe', { authorId: file.uploadedBy?.id ?? '' });
    const tags = [...new Set([...file.tags, ...add])].filter((tag) => !remove.includes(tag)).sort();
    return { ok: true, file: { ...file, tags, isKept: true } };
  });
}

/**
 * Sets the focal point of the present bytes of a picture, of all languages or of one that has bytes of its own.
 * @param focus.media what the person saw; if there are other bytes by now, the answer is `conflict`. @throws {Forbidden}
 */
export function focusFile(
  dependencies: FileDependencies,
  actor: Actor,
  { id, media, language, x, y }: Focus & { id: string; media: string; language?: Locale | undefined },
): Promise<FileOutcome> {
  return changeFile(dependencies, actor, { id }, (file) => {
    requireMay(actor, 'file.describe', { authorId: file.uploadedBy?.id ?? '' });
    const seen = uploadIn(file, { language });
    if (seen?.media !== media) return { ok: false, reason: 'conflict' };
    const { focus: _, ...upload } = seen;
    const focused = x === MIDDLE && y === MIDDLE ? upload : { ...upload, focus: { x, y } };
    if (language === undefined) return { ok: true, file: { ...file, current: focused, isKept: true } };
    const texts = { ...file.languages[language], own: focused };
    return { ok: true, file: { ...file, languages: { ...file.languages, [language]: texts }, isKept: true } };
  });
}

function withTexts(before: FileTexts, { texts, decorative }: Pick<FileDescription, 'texts' | 'decorative'>): FileTexts {
  const next: FileTexts = { ...before };
  for (const name of FILE_TEXTS) {
    const text = texts[name]?.trim();
    if (text === undefined) continue;
    if (text === '') delete next[name];
    else next[name] = text;
  }
  const { decorative: was, ...plain } = next;
  if (!(decorative ?? (was && !texts.alt?.trim()))) return plain;
  const { alt: _, ...adorning } = plain;
  return { ...adorning, decorative: true };
}

/** The file with what the texts and bytes of a translation are made from: those that have changed, from what the source says now. */
export function linkTexts(
  before: ChangedFile,
  described: ChangedFile,
  language: Locale,
  { isCurrent = false }: Pick<FileDescription, 'isCurrent'> = {},
): ChangedFile {
  const texts = described.languages[language] ?? {};
  const { body } = NOTHING_TRANSLATED;
  const source = { units: sourceUnits(described, texts), body };
  const units = translationUnits(texts);
  const previous = before.languages[language];
  const kept = { units: translationUnits(previous), body, links: previous?.links ?? {} };
  const confirmed = isCurrent ? source.units.filter(({ id }) => units.some((unit) => unit.id === id)) : [];
  const links = {
    ...relink(source, { units, body }, kept),
    ...Object.fromEntries(confirmed.map((unit) => [unit.id, linkTo(unit)])),
  };
  return { ...described, languages: { ...described.languages, [language]: { ...texts, links } } };
}

/** The file with the minor edits of its source: of what is changed now, or of all that translations have not followed. */
function withMinor(
  before: SiteFile,
  described: ChangedFile,
  { isMinor = false }: Pick<FileDescription, 'isMinor'>,
): ChangedFile {
  if (!isMinor) return described;
  const { languages, sourceLanguage, minorEdits = [] } = described;
  const links = Object.values(languages).flatMap((texts) => (texts.links ? [texts.links] : []));
  const former = new Map(textUnits(before.languages[sourceLanguage]).map(({ id, hash }) => [id, hash]));
  const units = textUnits(languages[sourceLanguage]);
  const isSame = units.length === former.size && units.every(({ id, hash }) => former.get(id) === hash);
  const reworded = units.flatMap(({ id, hash }) => {
    const from = former.get(id);
    return from === undefined || from === hash ? [] : [{ unit: id, from, to: hash }];
  });
  const all = [...minorEdits, ...(isSame ? minorEditsFor(units, links, minorEdits) : reworded)];
  return { ...described, minorEdits: all.slice(-MAX_MINOR_EDITS) };
}

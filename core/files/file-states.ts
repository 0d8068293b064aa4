import type { TranslationCounts, UnitReport } from '../content/translation-link.ts';
import { contentHash } from '../documents/content-hash.ts';
import type { Locale } from '../locales/locale.ts';
import { countStates, translationReport } from '../translation/translation-state.ts';
import type { Unit } from '../translation/units.ts';
import type { FileTexts, SiteFile, Upload } from './site-file.ts';

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

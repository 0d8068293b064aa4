import type { Item, LanguageContent } from '../content/item.ts';
import {
  linkText,
  MAX_LINK_TEXT,
  type MinorEdit,
  type TranslationLinks,
  type UnitId,
} from '../content/translation-link.ts';
import type { TranslationCounts, UnitReport } from '../content/translation-report.ts';
import type { ContentType } from '../content-types/content-type.ts';
import type { Locale } from '../locales/locale.ts';
import { increasingPositions } from '../rich-text/increasing-positions.ts';
import { createEquivalence } from './minor-edits.ts';
import { asShown, blockOfUnit, type Unit, unitsOf } from './units.ts';

export interface TranslationSide {
  units: Unit[];
  links: TranslationLinks;
}

/**
 * The state of a translation, unit by unit, in the order of the translation, with missing units at their position in the
 * source. A pure function of both texts and the stored links:
 *
 * - `missing`: a source unit without a linked translation, or with an empty one.
 * - `stale`: the source has changed since, or its former text is unknown. Takes precedence over `moved`.
 * - `moved`: current, but at another position among the blocks.
 * - `extra`: a block whose link has no source unit, or a field that is empty in the source.
 * - `current`: none of these.
 */
export function translationReport(
  source: { units: Unit[]; minorEdits: MinorEdit[] },
  translation: TranslationSide,
): UnitReport[] {
  const isSame = createEquivalence(source.minorEdits);
  const sources = new Map(source.units.map((unit) => [unit.id, unit]));
  const positions = new Map(source.units.map(({ id }, index) => [id, index]));
  const inPlace = blocksInPlace(translation, positions);
  const reports = translation.units.map(({ id }): UnitReport => {
    const link = translation.links[id];
    const origin = sources.get(sourceOf(id, translation.links) ?? '');
    if (!origin) return { state: 'extra', unit: id };
    const about = { unit: id, source: origin.id };
    if (!link || !isSame(origin.id, link.hash, origin.hash)) {
      const from = link?.text ?? '';
      // If the stored text was truncated, compare the same truncation.
      const to = from.length < MAX_LINK_TEXT ? origin.text : linkText(origin.text);
      return { state: 'stale', ...about, change: { from, to } };
    }
    return { state: inPlace.has(id) ? 'current' : 'moved', ...about };
  });
  return withMissing(reports, source.units);
}

/** The translation state of a language of an item; `undefined` for the source itself. */
export function reportOf(item: Item, type: Pick<ContentType, 'fields'>, language: Locale): UnitReport[] | undefined {
  const source = item.languages[item.sourceLanguage];
  if (language === item.sourceLanguage || !source) return undefined;
  const translation = item.languages[language];
  const units = (content: LanguageContent) => unitsOf(asShown(content, item.cover !== undefined), type);
  return translationReport(
    { units: units(source), minorEdits: source.minorEdits ?? [] },
    { units: translation ? units(translation) : [], links: translation?.links ?? {} },
  );
}

/** Number of units by state; `undefined` for the source itself. */
export function translationCounts(
  item: Item,
  type: Pick<ContentType, 'fields'>,
  language: Locale,
): TranslationCounts | undefined {
  const report = reportOf(item, type, language);
  return report && countStates(report);
}

export function countStates(report: UnitReport[]): TranslationCounts {
  const counts: TranslationCounts = { missing: 0, stale: 0, current: 0, extra: 0, moved: 0 };
  for (const { state } of report) counts[state]++;
  return counts;
}

/** A field's source has the same name; a block's source is in its link. */
function sourceOf(unit: UnitId, links: TranslationLinks): UnitId | undefined {
  return blockOfUnit(unit) === undefined ? unit : links[unit]?.source;
}

/** The linked blocks in the order of their sources: a longest increasing subsequence. The others have moved. */
function blocksInPlace({ units, links }: TranslationSide, positions: Map<UnitId, number>): Set<UnitId> {
  const inPlace = new Set<UnitId>();
  const placed: { id: UnitId; position: number }[] = [];
  for (const { id } of units) {
    const position = positions.get(sourceOf(id, links) ?? '');
    if (position === undefined) continue;
    if (blockOfUnit(id) === undefined) inPlace.add(id);
    else placed.push({ id, position });
  }
  for (const index of increasingPositions(placed.map(({ position }) => position))) {
    const block = placed[index];
    if (block) inPlace.add(block.id);
  }
  return inPlace;
}

/** Inserts missing units after their predecessor in the source. */
function withMissing(reports: UnitReport[], sources: Unit[]): UnitReport[] {
  const translated = new Set(reports.map(({ source }) => source));
  const result = [...reports];
  let after = 0;
  for (const { id } of sources) {
    if (translated.has(id)) {
      after = result.findLastIndex(({ source }) => source === id) + 1;
      continue;
    }
    result.splice(after, 0, { state: 'missing', source: id });
    after++;
  }
  return result;
}

import type { Item, LanguageContent } from '../content/item.ts';
import {
  linkText,
  MAX_LINK_TEXT,
  type MinorEdit,
  type TranslationCounts,
  type TranslationLinks,
  type UnitId,
  type UnitReport,
} from '../content/translation-link.ts';
import type { ContentType } from '../content-types/content-type.ts';
import type { Locale } from '../locales/locale.ts';
import { blockId } from '../rich-text/block-ids.ts';
import { increasingPositions } from '../rich-text/increasing-positions.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import { asShown, blockOfUnit, blockUnitId, type Unit, unitsOf } from './units.ts';

/** Maximum number of minor edits of a source; the oldest are dropped, and translations that need them become stale again. */
export const MAX_MINOR_EDITS = 2_000;

/** Creates a function that tells whether two states of a unit are equivalent: equal, or connected by minor edits. */
export function createEquivalence(edits: readonly MinorEdit[]): (unit: UnitId, a: string, b: string) => boolean {
  // Each state leads to the set of those that are equivalent to it. The smaller of two sets joins the larger.
  const equivalents = new Map<string, Set<string>>();
  const setOf = (state: string) => {
    const known = equivalents.get(state) ?? new Set([state]);
    equivalents.set(state, known);
    return known;
  };
  for (const { unit, from, to } of edits) {
    const [one, other] = [setOf(`${unit} ${from}`), setOf(`${unit} ${to}`)];
    if (one === other) continue;
    const [smaller, larger] = one.size < other.size ? [one, other] : [other, one];
    for (const state of smaller) equivalents.set(state, larger.add(state));
  }
  return (unit, a, b) => a === b || equivalents.get(`${unit} ${a}`)?.has(`${unit} ${b}`) === true;
}

/**
 * The minor edits that make all outdated translations of source units current. None for units without an outdated translation.
 * @param units of the source, in their current state
 * @param links of every translation
 */
export function minorEditsFor(
  units: readonly Unit[],
  links: readonly TranslationLinks[],
  known: readonly MinorEdit[],
): MinorEdit[] {
  const isSame = createEquivalence(known);
  const bySource = Map.groupBy(
    links.flatMap((all) => Object.values(all)),
    ({ source }) => source,
  );
  const edits: MinorEdit[] = [];
  for (const { id, hash } of units) {
    for (const from of new Set(bySource.get(id)?.map((link) => link.hash))) {
      if (from !== '' && !isSame(id, from, hash)) edits.push({ unit: id, from, to: hash });
    }
  }
  return edits;
}

interface TranslationSide {
  units: Unit[];
  links: TranslationLinks;
  /** With its empty blocks; without it, they are taken for absent. */
  body?: RichText;
}

/**
 * The state of a translation, unit by unit, in the order of the translation, with missing units at their position in the
 * source. A pure function of both texts and the stored links:
 *
 * - `missing`: a source unit without a linked translation, or with an empty or unfinished one: some of its parts, such as
 *   entries of a list, are blank, and it has fewer written ones than the source.
 * - `stale`: the source has changed since, or its former text is unknown. Takes precedence over `moved` and unfinished parts.
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
  const reports = translation.units.map((unit): UnitReport => {
    const { id } = unit;
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
    if (isUnfinished(unit, origin)) return { state: 'missing', ...about };
    return { state: inPlace.has(id) ? 'current' : 'moved', ...about };
  });
  return withMissing(withEmpty(reports, sources, translation), source.units);
}

/** The translation state of a language of an item; `undefined` for the source itself. */
export function reportOf(item: Item, type: Pick<ContentType, 'fields'>, language: Locale): UnitReport[] | undefined {
  const source = item.languages[item.sourceLanguage];
  if (language === item.sourceLanguage || !source) return undefined;
  const translation = item.languages[language];
  const units = (content: LanguageContent) => unitsOf(asShown(content, item, type), type);
  return translationReport(
    { units: units(source), minorEdits: source.minorEdits ?? [] },
    translation
      ? { units: units(translation), links: translation.links ?? {}, body: translation.body }
      : { units: [], links: {} },
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

function isUnfinished({ parts }: Unit, { parts: all }: Unit): boolean {
  return parts !== undefined && all !== undefined && parts.blank > 0 && parts.written < all.written;
}

/** Inserts the empty blocks of the translation that are linked to a source block that no other block translates. */
function withEmpty(
  reports: UnitReport[],
  sources: ReadonlyMap<UnitId, Unit>,
  { links, body }: TranslationSide,
): UnitReport[] {
  if (!body) return reports;
  const known = new Map(reports.map((report) => [report.unit, report]));
  const taken = new Set(reports.map(({ source }) => source));
  const blocks = body.content.flatMap((block): UnitReport[] => {
    const unit = blockUnitId(blockId(block) ?? '');
    const report = known.get(unit);
    if (report) return [report];
    const source = links[unit]?.source;
    if (source === undefined || !sources.has(source) || taken.has(source)) return [];
    taken.add(source);
    return [{ state: 'missing', unit, source }];
  });
  return [...reports.filter(({ unit = '' }) => blockOfUnit(unit) === undefined), ...blocks];
}

/** Inserts missing units after their predecessor in the source: after its last report. */
function withMissing(reports: UnitReport[], sources: Unit[]): UnitReport[] {
  const places = new Map(reports.map(({ source }, index) => [source, index + 1]));
  const missing: { place: number; report: UnitReport }[] = [];
  let place = 0;
  for (const { id } of sources) {
    const known = places.get(id);
    if (known === undefined) missing.push({ place, report: { state: 'missing', source: id } });
    else place = known;
  }
  const missingAt = Map.groupBy(missing, (entry) => entry.place);
  const at = (index: number) => missingAt.get(index)?.map(({ report }) => report) ?? [];
  return [...at(0), ...reports.flatMap((report, index) => [report, ...at(index + 1)])];
}

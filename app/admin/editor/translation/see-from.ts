import type { UnitId } from '#core/content/translation-link.ts';
import type { UnitReport } from '#core/content/translation-report.ts';
import { blockOfUnit, unitsOf } from '#core/translation/units.ts';
import type { TranslationState } from './translation-desk.ts';

/** A translation that is shown in place of the source. */
type Reference = Pick<TranslationState, 'links'> & { content: TranslationState['content']['translation'] };

/**
 * A comparison with another translation in place of the source. The states stay those of the translation and its source; the
 * units of the source are replaced by those of the reference that translate them. What the reference does not have either is
 * left out, but counted.
 */
export function seeFrom(
  state: TranslationState,
  { content, links }: Reference,
  type: Parameters<typeof unitsOf>[1],
): TranslationState {
  const units = new Map(unitsOf(content, type).map((unit) => [unit.id, unit]));
  const shown = new Map<UnitId, UnitId>();
  for (const id of units.keys()) {
    const origin = blockOfUnit(id) === undefined ? id : links[id]?.source;
    if (origin !== undefined && !shown.has(origin)) shown.set(origin, id);
  }
  const originals = new Map<UnitReport, UnitReport>();
  for (const report of state.reports) {
    const { source: origin, ...rest } = report;
    const source = origin === undefined ? undefined : shown.get(origin);
    if (source === undefined && rest.unit === undefined) continue;
    originals.set({ ...rest, ...(source !== undefined && { source }) }, report);
  }
  const reports = [...originals.keys()];
  const by = (name: 'source' | 'unit') =>
    new Map(reports.flatMap((report): [UnitId, UnitReport][] => (report[name] ? [[report[name], report]] : [])));
  return {
    ...state,
    content: { ...state.content, source: content },
    units: { ...state.units, source: units },
    reports,
    by: { source: by('source'), translation: by('unit') },
    original: { state, reportOf: (report) => originals.get(report) },
  };
}

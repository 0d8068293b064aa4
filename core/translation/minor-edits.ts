import type { MinorEdit, TranslationLinks, UnitId } from '../content/translation-link.ts';
import type { Unit } from './units.ts';

/** Maximum number of minor edits of a source; the oldest are dropped, and translations that need them become stale again. */
export const MAX_MINOR_EDITS = 2_000;

/** Creates a function that tells whether two states of a unit are equivalent: equal, or connected by minor edits. */
export function createEquivalence(edits: readonly MinorEdit[]): (unit: UnitId, a: string, b: string) => boolean {
  const neighbors = new Map<string, string[]>();
  const join = (from: string, to: string) => neighbors.set(from, [...(neighbors.get(from) ?? []), to]);
  for (const { unit, from, to } of edits) {
    join(`${unit} ${from}`, `${unit} ${to}`);
    join(`${unit} ${to}`, `${unit} ${from}`);
  }
  return (unit, a, b) => {
    if (a === b) return true;
    const goal = `${unit} ${b}`;
    const seen = new Set([`${unit} ${a}`]);
    for (const state of seen) {
      if (state === goal) return true;
      for (const next of neighbors.get(state) ?? []) seen.add(next);
    }
    return false;
  };
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
  const edits: MinorEdit[] = [];
  for (const { id, hash } of units) {
    const behind = new Set(links.flatMap((all) => sourcesOf(all, id).map((link) => link.hash)));
    for (const from of behind) {
      if (from !== '' && !isSame(id, from, hash)) edits.push({ unit: id, from, to: hash });
    }
  }
  return edits;
}

function sourcesOf(links: TranslationLinks, source: UnitId) {
  return Object.values(links).filter((link) => link.source === source);
}

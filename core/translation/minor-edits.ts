import type { MinorEdit, TranslationLinks, UnitId } from '../content/translation-link.ts';
import type { Unit } from './units.ts';

/** Most minor edits that a source keeps; the oldest go first, and what they held becomes stale again. */
export const MAX_MINOR_EDITS = 2_000;

/** Tells whether two states of a unit say the same: they are equal, or minor edits lead from one to the other. */
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
 * What makes the latest change of units of the source a minor one: every translation that was made from another state
 * of them is true to the present one. Nothing for units that no translation is behind of.
 * @param units of the source, as they are now
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

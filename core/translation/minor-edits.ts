import type { MinorEdit, TranslationLinks, UnitId } from '../content/translation-link.ts';
import type { Unit } from './units.ts';

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

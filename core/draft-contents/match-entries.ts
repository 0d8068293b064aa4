import { contentHash } from '../documents/content-hash.ts';
import { increasingPositions } from '../rich-text/increasing-positions.ts';

/**
 * Matches each wanted entry with a present one, as an increasing list of indexes; `undefined` if there is none. Matches equal
 * contents, else the next one in between.
 * @param nameOf what equal entries have in common
 */
export function matchEntries(
  present: unknown[],
  wanted: unknown[],
  nameOf: (entry: unknown, index: number) => string = contentHash,
): (number | undefined)[] {
  const known = [...present.entries()].filter(([, entry]) => entry !== undefined);
  const places = new Map(
    [...Map.groupBy(known, ([index, entry]) => nameOf(entry, index))].map(([key, entries]) => [key, entries.values()]),
  );
  const found = wanted.map((entry, index) => places.get(nameOf(entry, index))?.next().value?.[0]);
  const matched = found.flatMap((index) => index ?? []);
  const kept = new Set(increasingPositions(matched).map((position) => matched[position]));
  const matches = found.map((index) => (index !== undefined && kept.has(index) ? index : undefined));
  return fillBetween(matches, present.length, (index) => present[index] !== undefined);
}

/** Gives each unmatched position the next free and suitable index between those of its neighbours. */
function fillBetween(
  matches: (number | undefined)[],
  length: number,
  fits: (index: number, place: number) => boolean,
): (number | undefined)[] {
  const limits: number[] = [];
  let limit = length;
  for (let place = matches.length - 1; place >= 0; place--) {
    limits[place] = limit;
    limit = matches[place] ?? limit;
  }
  let next = 0;
  return matches.map((match, place) => {
    let found = match;
    for (let index = next; found === undefined && index < (limits[place] ?? 0); index++) {
      if (fits(index, place)) found = index;
    }
    if (found !== undefined) next = found + 1;
    return found;
  });
}

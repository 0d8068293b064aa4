/**
 * Pairs of two lists in which each member of both occurs at least once: for what does not depend on the pair. Another turn
 * makes other pairs.
 */
export function spread<A, B>(ones: readonly A[], others: readonly B[], turn: number): [A, B][] {
  if (ones.length === 0 || others.length === 0) return [];
  return Array.from({ length: Math.max(ones.length, others.length) }, (_, index) => [
    takeTurn(ones, index),
    takeTurn(others, index + turn),
  ]);
}

/** The member of a list whose turn it is. @throws Error if there is none */
export function takeTurn<T>(list: readonly T[], turn: number): T {
  if (list.length === 0) throw new Error('An empty list has no turns');
  return list[turn % list.length] as T;
}

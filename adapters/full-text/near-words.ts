/** A bit set of a word's letters: a cheap first test of edit distance, since each edit adds and removes at most one letter. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Whether the edit distance of two words (insert, remove, replace) is at most this. */
export function isNear(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    let least = line;
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (one[line - 1] === other[at - 1] ? 0 : 1);
      const cost = Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return false;
    row = next;
  }
  return (row[other.length] ?? 0) <= most;
}

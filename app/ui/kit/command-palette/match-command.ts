/**
 * The score of a command for the typed text: 1 best, 0 no match. Every typed word must be a prefix of a word in the label or
 * keywords; the label counts more, and its start most. Ignores case and accents.
 */
export function matchCommand(label: string, typed: string, keywords: string[] = []): number {
  const wanted = words(typed);
  if (wanted.length === 0) return 1;
  const own = words(label);
  const further = keywords.flatMap(words);
  let score = own[0]?.startsWith(wanted[0] ?? '') ? 1 : 0.8;
  for (const word of wanted) {
    if (own.some((candidate) => candidate.startsWith(word))) continue;
    if (!further.some((candidate) => candidate.startsWith(word))) return 0;
    score = 0.4;
  }
  return score;
}

function words(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

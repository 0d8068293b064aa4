/**
 * How well a command answers what was typed: 1 best, 0 not at all. Every word typed must begin a word of the label or
 * of the keywords; the label counts more, and its beginning most. Case and accents do not matter.
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

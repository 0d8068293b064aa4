import { expect } from 'vitest';
import { ask } from '../harness/ask.ts';
import type { HostileCase } from '../harness/hostile-case.ts';

const AT_ONCE = 8;

/** Spells `/en/faq` with some letters percent-encoded, in upper and lower case hexadecimal: many spellings of one path. */
function spell(path: string, number: number): string {
  return [...path]
    .map((letter, index) => {
      if (letter === '/' || !((number >> index) & 1)) return letter;
      const code = letter.charCodeAt(0).toString(16);
      return `%${(number >> (index + 8)) & 1 ? code.toUpperCase() : code}`;
    })
    .join('');
}

/** Requests each path, several concurrently. @returns the number of responses by status */
async function askForAll(origin: string, paths: Iterable<string>): Promise<{ [status: number]: number }> {
  const counts: { [status: number]: number } = {};
  const next = paths[Symbol.iterator]();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let { value, done } = next.next(); !done; { value, done } = next.next()) {
      const { status, body } = await ask(origin + value);
      await body?.cancel();
      counts[status] = (counts[status] ?? 0) + 1;
    }
  });
  await Promise.all(workers);
  return counts;
}

const spellings: HostileCase = [
  '6,000 spellings of addresses, queries, and names of things that do not exist',
  async ({ victim, site }) => {
    const path = '/en/articles';
    const spellings = Array.from({ length: 3_000 }, (_, index) => spell(path, index * 7 + 1));
    const queries = Array.from({ length: 500 }, (_, index) => [
      `/en/faq?utm=${index}`,
      `/faq?page=${index}`,
      `/en/articles?page=${index}`,
      `/%65n/faq?${'a=b&'.repeat(200)}${index}`,
    ]);
    const missing = Array.from({ length: 170 }, (_, index) => [
      `/media/${index.toString(16).padStart(32, '0')}/original`,
      `/media/${site.media.small}/${index}.webp`,
      `/media/${site.media.small}/..%2f..%2fsecret${index}`,
      `/api/_nuxt_icon/none-${index}.json`,
      `/builds/meta/${index}.json`,
      `/feed.xml?${index}`,
    ]);
    const counts = await askForAll(victim.origin, new Set([...spellings, ...queries.flat(), ...missing.flat()]));
    expect(Object.keys(counts).filter((status) => Number(status) >= 500 && status !== '503')).toEqual([]);
  },
];

export const SPELLINGS: HostileCase[] = [spellings];

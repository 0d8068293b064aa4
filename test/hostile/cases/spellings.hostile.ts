import { expect } from 'vitest';
import { ask } from '../harness/ask.ts';
import { hostileCase } from '../harness/hostile-case.ts';

const AT_ONCE = 8;

/** `/en/faq` with some of its letters as percent-encoded bytes, in upper and lower hexadecimal: many spellings of one path. */
function spell(path: string, number: number): string {
  return [...path]
    .map((letter, index) => {
      if (letter === '/' || !((number >> index) & 1)) return letter;
      const code = letter.charCodeAt(0).toString(16);
      return `%${(number >> (index + 8)) & 1 ? code.toUpperCase() : code}`;
    })
    .join('');
}

/** Asks for each path, several at a time. @returns how often each status came */
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

const isCalm = (counts: { [status: number]: number }) =>
  Object.keys(counts).every((status) => Number(status) < 500 || status === '503');

hostileCase('3,000 spellings of the addresses of pages', async ({ victim }) => {
  const path = '/en/articles';
  const spellings = Array.from({ length: 3_000 }, (_, index) => spell(path, index * 7 + 1));
  expect(isCalm(await askForAll(victim.origin, new Set(spellings)))).toBe(true);
});

hostileCase('2,000 queries, old addresses and languages that lead to the same pages', async ({ victim }) => {
  const paths = Array.from({ length: 500 }, (_, index) => [
    `/en/faq?utm=${index}`,
    `/faq?page=${index}`,
    `/en/articles?page=${index}`,
    `/%65n/faq?${'a=b&'.repeat(200)}${index}`,
  ]).flat();
  expect(isCalm(await askForAll(victim.origin, paths))).toBe(true);
});

hostileCase('1,000 pictures, icons, texts and feeds that do not exist', async ({ victim, site }) => {
  const paths = Array.from({ length: 170 }, (_, index) => [
    `/media/${index.toString(16).padStart(32, '0')}/original`,
    `/media/${site.media.small}/${index}.webp`,
    `/media/${site.media.small}/..%2f..%2fsecret${index}`,
    `/icons/meki/none-${index}.svg`,
    `/builds/meta/${index}.json`,
    `/feed.xml?${index}`,
  ]).flat();
  expect(isCalm(await askForAll(victim.origin, paths))).toBe(true);
});

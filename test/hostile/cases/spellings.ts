import { expect } from 'vitest';
import type { Attackers } from '../harness/attackers.ts';
import type { HostileCase } from '../harness/hostile-case.ts';

/** Attackers, each with one request at a time at work. */
const AT_ONCE = 8;

/** Milliseconds for the answers on a connection. */
const PATIENCE = 60_000;

/** Requests on a connection: fewer than it may have in its queue. */
const BATCH = 20;

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

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n`;

/** Requests each path, many on each of several connections. @returns the number of responses by status */
async function askForAll(attackers: Attackers, paths: Set<string>): Promise<{ [status: number]: number }> {
  const counts: { [status: number]: number } = {};
  const all = [...paths];
  const workers = Array.from({ length: AT_ONCE }, async (_, stranger) => {
    for (let batch = all.splice(0, BATCH); batch.length > 0; batch = all.splice(0, BATCH)) {
      const connection = attackers.connect(stranger);
      connection.write(batch.map(get).join(''));
      for (const { status } of await connection.answered(batch.length, PATIENCE)) {
        counts[status] = (counts[status] ?? 0) + 1;
      }
      connection.socket.destroy();
    }
  });
  await Promise.all(workers);
  return counts;
}

const spellings: HostileCase = [
  '3,000 spellings of addresses, queries, and names of things that do not exist',
  async ({ attackers, site }) => {
    const path = '/en/articles';
    const spellings = Array.from({ length: 1_500 }, (_, index) => spell(path, index * 7 + 1));
    const queries = Array.from({ length: 250 }, (_, index) => [
      `/en/faq?utm=${index}`,
      `/faq?page=${index}`,
      `/en/articles?page=${index}`,
      `/%65n/faq?${'a=b&'.repeat(200)}${index}`,
    ]);
    const missing = Array.from({ length: 85 }, (_, index) => [
      `/media/${index.toString(16).padStart(32, '0')}/original`,
      `/media/${site.media.small}/${index}.webp`,
      `/media/${site.media.small}/..%2f..%2fsecret${index}`,
      `/api/_nuxt_icon/none-${index}.json`,
      `/builds/meta/${index}.json`,
      `/feed.xml?${index}`,
    ]);
    const counts = await askForAll(attackers, new Set([...spellings, ...queries.flat(), ...missing.flat()]));
    expect(Object.keys(counts).filter((status) => Number(status) >= 500 && status !== '503')).toEqual([]);
  },
];

export const SPELLINGS: HostileCase[] = [spellings];

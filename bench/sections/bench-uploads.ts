import sharp from 'sharp';
import { percentile } from '../measuring/statistics.ts';
import type { Figure } from '../reporting/report.ts';
import { readSitemap } from '../sites/read-sitemap.ts';
import { startProduct } from '../sites/start-child.ts';
import { CONNECTIONS, createToken, type Visits, visitPages } from './bench-busy-site.ts';

const PHOTOGRAPHS = 100;

/** Photographs sent at once, as the library of the admin area does. */
const AT_ONCE = 3;

/** Pixels of a photograph of 12 megapixels; in grain, about 3 MB. */
const SIZE = { width: 4_000, height: 3_000 } as const;

/** Seconds of visits before it is seen whether photographs are still on their way. */
const ROUND = 3;

/**
 * All pages of the sample site are visited at random, first alone, then while photographs are uploaded: a ratio of response times
 * above 1 shows what readers feel of uploads.
 */
export async function benchUploads(dataFolder: string, folder: string): Promise<Figure[]> {
  const token = await createToken(dataFolder);
  const photographs = await takePhotographs();
  const server = await startProduct(dataFolder);
  try {
    const paths = await readSitemap(server.origin);
    const visit = () => visitPages(server, paths, { seconds: ROUND, folder });
    // Pages are rendered with the first visits.
    await visit();
    const alone = [await visit(), await visit(), await visit()];
    const startedAt = performance.now();
    let took: number | undefined;
    const uploads = uploadAll(server.origin, token, photographs).then(() => {
      took = performance.now() - startedAt;
    });
    const beside: Visits[] = [];
    do beside.push(await visit());
    while (took === undefined);
    await uploads;
    const p99 = (rounds: Visits[]) =>
      percentile(
        rounds.flatMap(({ times }) => times),
        0.99,
      );
    const failures = [...alone, ...beside].reduce((sum, round) => sum + round.failures, 0);
    const about = `${PHOTOGRAPHS} photographs beside ${CONNECTIONS} connections`;
    return [
      { name: `${about}: requests of pages that failed`, value: failures, unit: 'count', budget: { atMost: 0 } },
      { name: `${about}: uploading`, value: took, unit: 'ms' },
      { name: `${about}: p99 of pages without`, value: p99(alone), unit: 'ms' },
      {
        name: `${about}: p99 of pages, of that without`,
        value: p99(beside) / p99(alone),
        unit: 'ratio',
        budget: { atMost: 2 },
      },
    ];
  } finally {
    await server.stop();
  }
}

/** As JPEG. They differ in a comment at their beginning, so that each is a file of its own. */
async function takePhotographs(): Promise<Uint8Array<ArrayBuffer>[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const picture = await sharp({ create: { ...SIZE, channels: 3, background: '#875', noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
  return Array.from(
    { length: PHOTOGRAPHS },
    (_, number) => new Uint8Array([...comment(number), ...picture.subarray(2)]),
  );
}

/** The beginning of a JPEG with a comment. Source: ITU-T T.81, B.2.4.5. */
function comment(number: number): number[] {
  return [0xff, 0xd8, 0xff, 0xfe, 0, 4, number >> 8, number & 0xff];
}

async function uploadAll(origin: string, token: string, photographs: Uint8Array<ArrayBuffer>[]): Promise<void> {
  const waiting = [...photographs.entries()];
  const upload = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [number, body] = next;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' };
      const answer = await fetch(`${origin}/api/v1/media?name=photograph-${number}.jpg`, {
        method: 'POST',
        headers,
        body,
      });
      if (!answer.ok) throw new Error(`A photograph was answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, upload));
}

import { once } from 'node:events';
import { capture } from '../measuring/capture.ts';
import { median } from '../measuring/statistics.ts';
import type { Figure } from '../reporting/report.ts';
import { startChild } from '../sites/start-child.ts';

export interface PublishingOptions {
  dataFolder: string;
  itemId: string;
  path: string;
  rounds: number;
}

/** Milliseconds for the server's background work after its start, and after a publication. */
const START = 5_000;
const PAUSE = 500;

/** Time from the commit of a publication until its page, polled continuously, shows it. */
export async function benchPublishing({ dataFolder, itemId, path, rounds }: PublishingOptions): Promise<Figure[]> {
  const server = await startChild('serve-meki', [dataFolder, 'cached']);
  const delays: number[] = [];
  try {
    await capture(server.origin + path);
    for (let round = 0; round < rounds; round += 1) {
      // Wait until the server has built its search and rendered the pages of the last publication again.
      await new Promise((resolve) => setTimeout(resolve, round === 0 ? START : PAUSE));
      const title = `Publicado ${round} ${Date.now()}`;
      const published = once(server.process, 'message');
      server.process.send({ kind: 'publish', itemId, language: 'es', title });
      let visibleAt: number | undefined;
      for (let tries = 0; tries < 5_000 && visibleAt === undefined; tries += 1) {
        const { body } = await capture(server.origin + path, 'identity');
        if (body.includes(title)) visibleAt = performance.timeOrigin + performance.now();
      }
      const [{ at, ok }] = (await published) as [{ at: number; ok: boolean }];
      if (!ok || visibleAt === undefined) throw new Error(`${path} did not show what was published`);
      delays.push(Math.max(0, visibleAt - at));
    }
  } finally {
    await server.stop();
  }
  return [{ name: 'publish to visible', value: median(delays), unit: 'ms', budget: { atMost: 20 } }];
}

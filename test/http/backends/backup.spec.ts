import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../../helpers/servers/served-test.ts';
import { environment, run } from '../../helpers/servers/start-site.ts';

test('a site that is restored from a backup, taken while it ran, has the same pages and pictures', async ({
  startOwnSite,
  host,
}) => {
  // The origin is part of pages.
  const same = { MEKI_ORIGIN: 'https://example.org' };
  const site = await startOwnSite({ hasSample: true }, same);
  const folder = await mkdtemp(join(tmpdir(), 'meki-backup-'));
  try {
    const backup = join(folder, 'backup');
    expect(await site.meki('backup', backup)).toMatch(/ files of \d+\.\d MB backed up to .+ and verified\n$/);
    const restored = await host.startSite({ MEKI_SAMPLE: 'false', ...same }, async (dataDir) => {
      await run(['cli/main.ts', 'restore', backup], environment({ MEKI_DATA_DIR: dataDir }));
    });
    try {
      const readAll = async (origin: string) => {
        const read = async (path: string) => (await fetch(origin + path)).text();
        const home = await read('/en');
        const picture = /\/media\/[^" ?]+/.exec(home)?.[0] ?? '';
        const paths = ['/en', '/estudios', '/en/articles', '/faq', '/about', '/sitemap.xml', picture];
        return Promise.all(paths.map(async (path) => [path, await read(path)]));
      };
      expect(await readAll(restored.origin)).toEqual(await readAll(site.origin));
    } finally {
      await restored.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '#adapters/sqlite/open-sqlite.ts';
import { openCopySide } from '#server/copying/copy-side.ts';
import { collections } from '#server/services/services.ts';
import { type Cloud, startCloud } from '../test/helpers/cloud/start-cloud.ts';
import { whyNoFireemu } from '../test/helpers/cloud/start-fireemu.ts';
import { contentsOf, fillSite } from '../test/helpers/servers/copied-site.ts';
import { runMeki } from '../test/helpers/servers/run-meki.ts';

const missing = whyNoFireemu();

describe.skipIf(missing !== undefined)(`meki copy${missing === undefined ? '' : ` (${missing})`}`, () => {
  let cloud: Cloud;
  let folder = '';
  beforeAll(async () => {
    cloud = await startCloud();
    folder = await mkdtemp(join(tmpdir(), 'meki-copy-'));
  });
  afterAll(async () => {
    await cloud?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const copy = (dataDir: string, from: string, to: string, ...more: string[]) =>
    runMeki({ ...cloud.variables, MEKI_DATA_DIR: dataDir }, ['copy', '--from', from, '--to', to, ...more]);

  async function openFolder(dataDir: string, use: 'source' | 'target') {
    const side = await openCopySide('embedded', use, { dataDir, cloud: undefined, secret: undefined });
    onTestFinished(() => side.close());
    return side;
  }

  const withoutPasswords = ({ documents, ...others }: Awaited<ReturnType<typeof contentsOf>>) => ({
    ...others,
    documents: documents.filter(({ path }) => !/^(accounts|waiting-sign-ups)\//.test(path)),
  });

  test('copies a site to the cloud and back, told in plain language, and refuses places that are not empty', async () => {
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    expect(await copy(first, 'embedded', 'cloud')).toMatchObject({ code: 1, error: `There is no site in ${first}.\n` });
    const side = await openFolder(first, 'target');
    await fillSite(side);
    const before = await contentsOf(side);
    await side.close();
    const server = openSqlite({ file: join(first, 'meki.sqlite'), collections, role: 'server' });
    const busy = await copy(first, 'embedded', 'cloud');
    await server.store.close();
    expect(busy).toMatchObject({ code: 1, out: '', error: expect.stringContaining('A server already runs on') });

    const planned = await copy(first, 'embedded', 'cloud', '--dry-run', '--json');
    expect(JSON.parse(planned.out)).toEqual({ ok: true, people: 3, needCode: 0, resumed: false });
    const there = await copy(first, 'embedded', 'cloud');
    expect(there.out).toMatch(
      /^\d+ documents, 5 drafts with 126 updates, 15 files of 0\.3 MB copied and found equal\n$/,
    );
    expect(there.error).toContain('People who keep their passwords: 3.\n');
    expect(there.error).toMatch(
      /\nCopying files: [^\n]+\nCopying drafts: [^\n]+\nCopying documents: [^\n]+\nComparing both sides: /,
    );
    const again = await copy(first, 'embedded', 'cloud');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.error).toMatch(
      /^There is something in the cloud project .+ \(.+\)\. A copy needs an empty place\. .+\n$/,
    );

    const back = await copy(second, 'cloud', 'embedded');
    expect(back).toMatchObject({ code: 0, out: there.out });
    expect(back.error).toContain('People who need a new password afterwards: 3,');
    expect(await copy(first, 'cloud', 'embedded', '--json')).toMatchObject({ code: 1, error: '' });
    expect(withoutPasswords(await contentsOf(await openFolder(second, 'source')))).toEqual(withoutPasswords(before));
    expect(await contentsOf(await openFolder(first, 'source'))).toEqual(before);
  });

  test.each([
    [[], 'copy needs --from.'],
    [['--from', 'cloud'], 'copy needs --to.'],
    [['--from', 'cloud', '--to', 'moon'], 'There is no backend "moon", only embedded and cloud.'],
    [['--from', 'cloud', '--to', 'cloud'], 'copy goes from one backend to the other.'],
  ])('tells how it is used when asked for %j', async (options, sentence) => {
    const { code, error } = await runMeki(cloud.variables, ['copy', ...options]);
    expect([code, error.split('\n')[0]]).toEqual([2, sentence]);
  });

  test('names what is missing of the cloud’s settings, whatever the backend of the server is', async () => {
    const { code, error } = await runMeki({ MEKI_DATA_DIR: folder }, ['copy', '--from', 'embedded', '--to', 'cloud']);
    expect(code).toBe(1);
    expect(error).toContain('no-app: MEKI_CLOUD_PROJECT is missing');
  });
});

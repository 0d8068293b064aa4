import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCloud } from '../../helpers/cloud/start-cloud.ts';
import { whyNoFireemu } from '../../helpers/cloud/start-fireemu.ts';
import { canonicalPaths } from '../../helpers/data-folders/sample-site.ts';
import { readEach, readSearches, readWholeSite } from '../../helpers/requests/read-whole-site.ts';
import { fillFolder } from '../../helpers/servers/prepared-folder.ts';
import { runMeki } from '../../helpers/servers/run-meki.ts';
import { expect, test } from '../../helpers/servers/served-test.ts';
import { removeFolder } from '../../helpers/servers/start-site.ts';

const missing = whyNoFireemu();
test.skip(missing !== undefined, missing);

/** What all copies call themselves, wherever they are served. */
const ORIGIN = 'https://copied.example';

test('a copy in the cloud, and a copy of that, answer visitors like the original', async ({ host, reader }) => {
  const folder = await mkdtemp(join(tmpdir(), 'meki-copied-'));
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  await fillFolder(first, { hasSample: true });
  const cloud = await startCloud();
  const copy = async (dataDir: string, from: string, to: string) => {
    const variables = { ...cloud.variables, MEKI_DATA_DIR: dataDir };
    const { code, error } = await runMeki(variables, ['copy', '--from', from, '--to', to]);
    expect(code, error).toBe(0);
  };
  await copy(first, 'embedded', 'cloud');
  await copy(second, 'cloud', 'embedded');

  const readServed = async (
    read: (address: string) => Promise<Map<string, string>>,
    { variables = {}, source }: { variables?: { [name: string]: string }; source?: string },
  ) => {
    const site = await host.startSite({ ...variables, MEKI_SAMPLE: 'false', MEKI_ORIGIN: ORIGIN }, async (dataDir) => {
      if (source !== undefined) await cp(source, dataDir, { recursive: true });
    });
    const answers = await read(site.origin);
    const { errors } = site;
    await site.stop();
    expect(errors).toEqual([]);
    return answers;
  };
  const readAll = async (address: string) => {
    const answers = new Map<string, string>();
    const headings = new Map<string, string>();
    for await (const { path, text, heading } of readWholeSite(address, ORIGIN, reader)) {
      answers.set(path, text);
      if (heading !== undefined) headings.set(path, heading);
    }
    for await (const { path, text } of readSearches(address, headings)) answers.set(path, text);
    return answers;
  };
  const original = await readServed(readAll, { source: first });
  expect([...original.keys()]).toEqual(expect.arrayContaining(canonicalPaths().map(({ path }) => path)));
  const inCloud = await readServed(readAll, { variables: cloud.variables });
  expect([...inCloud.keys()]).toEqual([...original.keys()]);
  // The copy of a copy is served like the original, and `cli/copy.test.ts` compares what is in both: some answers are enough.
  const some = [...original.keys()].filter((path, index) => index % 5 === 0 && !path.includes('/search?'));
  const copiedBack = await readServed((address) => readEach(address, some), { source: second });
  for (const copied of [inCloud, copiedBack]) {
    // Each expectation takes a millisecond, and thousands of answers are the same.
    for (const [path, text] of copied) if (original.get(path) !== text) expect(text, path).toBe(original.get(path));
  }
  await cloud.stop();
  await removeFolder(folder);
});

import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCloud } from '../../helpers/cloud/start-cloud.ts';
import { whyNoFireemu } from '../../helpers/cloud/start-fireemu.ts';
import { canonicalPaths } from '../../helpers/data-folders/sample-site.ts';
import { readSearches, readWholeSite } from '../../helpers/requests/read-whole-site.ts';
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

  const readServed = async (variables: { [name: string]: string }, source?: string) => {
    const site = await host.startSite({ ...variables, MEKI_SAMPLE: 'false', MEKI_ORIGIN: ORIGIN }, async (dataDir) => {
      if (source !== undefined) await cp(source, dataDir, { recursive: true });
    });
    const answers = new Map<string, string>();
    const headings = new Map<string, string>();
    for await (const { path, text, heading } of readWholeSite(site.origin, ORIGIN, reader)) {
      answers.set(path, text);
      if (heading !== undefined) headings.set(path, heading);
    }
    for await (const { path, text } of readSearches(site.origin, headings)) answers.set(path, text);
    const { errors } = site;
    await site.stop();
    expect(errors).toEqual([]);
    return answers;
  };
  const original = await readServed({}, first);
  expect([...original.keys()]).toEqual(expect.arrayContaining(canonicalPaths().map(({ path }) => path)));
  for (const copied of [await readServed(cloud.variables), await readServed({}, second)]) {
    expect([...copied.keys()]).toEqual([...original.keys()]);
    // Each expectation takes a millisecond, and thousands of answers are the same.
    for (const [path, text] of original) if (copied.get(path) !== text) expect(copied.get(path), path).toBe(text);
  }
  await cloud.stop();
  await removeFolder(folder);
});

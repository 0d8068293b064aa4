import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { setDocument } from '#core/documents/typed-documents.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { openCopySide } from '#server/copying/copy-side.ts';
import { readEnvironment } from '#server/services/env.ts';
import { runServer } from '#server/start-server.ts';
import { fakeSource } from '#server/testing/fake-app.ts';
import { type Cloud, startCloud } from '../test/helpers/cloud/start-cloud.ts';
import { whyNoFireemu } from '../test/helpers/cloud/start-fireemu.ts';
import { runMeki } from '../test/helpers/servers/run-meki.ts';

const missing = whyNoFireemu();

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meki-cloud-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (cloud: Cloud, variables: { [name: string]: string }, ...args: string[]) =>
  runMeki({ ...cloud.variables, MEKI_DATA_DIR: folder, ...variables }, [...args, '--json']);

/** The names of checks with problems, and the problems. */
function problemsOf(out: string): { [name: string]: string[] } {
  const { checks } = JSON.parse(out) as { checks: { name: string; problems: string[] }[] };
  return Object.fromEntries(checks.flatMap(({ name, problems }) => (problems.length > 0 ? [[name, problems]] : [])));
}

describe.skipIf(missing !== undefined)(`the commands for the cloud${missing ? ` (${missing})` : ''}`, () => {
  test('find an empty project sound, and one with documents occupied', async () => {
    const cloud = await startCloud();
    onTestFinished(cloud.stop);
    const checked = await run(cloud, {}, 'check-cloud');
    expect([checked.code, problemsOf(checked.out)]).toEqual([0, {}]);
    const again = await run(cloud, {}, 'check-cloud');
    expect([again.code, problemsOf(again.out)], 'it leaves no documents').toEqual([0, {}]);
    const examined = await run(cloud, {}, 'doctor');
    expect([examined.code, problemsOf(examined.out)]).toEqual([0, {}]);
    expect(examined.out).toMatch(/These checks read \d+ documents/);
    await run(cloud, {}, 'token', 'create', '--role', 'editor', '--name', 'Sync');
    const occupied = await run(cloud, {}, 'check-cloud');
    expect([occupied.code, JSON.parse(occupied.out)]).toEqual([
      1,
      { ok: false, error: expect.stringMatching(/^The database is not empty/) },
    ]);
  });

  test('name what a project lacks, in one sentence each', async () => {
    const cloud = await startCloud({ isDeployed: false });
    onTestFinished(cloud.stop);
    const bucket = (cloud.variables.MEKI_FILES_URL ?? '').replace('/media?', '/elsewhere?');
    const { code, out } = await run(cloud, { MEKI_FILES_URL: bucket, MEKI_ORIGIN: 'https://example.org' }, 'doctor');
    expect(code).toBe(1);
    expect(problemsOf(out)).toEqual({
      indexes: [expect.stringMatching(/^\d+ of \d+ indexes are missing .*deploy --only firestore/)],
      rules: [expect.stringMatching(/^Everybody who has the API key may read the database/)],
      accounts: [expect.stringContaining('example.org is not among the authorized domains')],
      bucket: [expect.stringContaining('There is no bucket "elsewhere"')],
    });
  });

  test('an empty database beside the files of a site starts no new site, and an interrupted first start goes on', async () => {
    const cloud = await startCloud();
    onTestFinished(cloud.stop);
    const variables = {
      ...cloud.variables,
      MEKI_DATA_DIR: folder,
      MEKI_LOG: 'silent',
      MEKI_SAMPLE: 'false',
      PORT: '0',
    };
    const start = async () => {
      const stop = new AbortController();
      const life = { stop: stop.signal, reportEvery() {} };
      const running = await runServer(variables, () => fakeSource(), life, { preparesPages: false });
      stop.abort();
      await running?.stopped;
    };
    await start();
    const reading = readEnvironment(variables);
    if (!reading.ok) throw new Error(reading.problems.join());
    const { files, store, close } = await openCopySide('cloud', 'target', reading.environment);
    onTestFinished(close);
    await files.write('media/abc/original.png', new Uint8Array([1]));
    await expect(start()).rejects.toThrow(
      /^The database \(default\) .* is empty, but the bucket .* has files of a site/,
    );
    await store.commit([setDocument(jobs.at('sample'), { holder: 'a killed one', until: 1 })]);
    await start();
  });

  test('refuse another secret than that of the instances, and record none without a server', async () => {
    const cloud = await startCloud();
    onTestFinished(cloud.stop);
    const other = { MEKI_SECRET: 'another secret of more than thirty-two characters' };
    const variables = {
      ...cloud.variables,
      MEKI_DATA_DIR: folder,
      MEKI_LOG: 'silent',
      MEKI_SAMPLE: 'false',
      PORT: '0',
    };
    const start = async (more: { [name: string]: string } = {}) => {
      const stop = new AbortController();
      const life = { stop: stop.signal, reportEvery() {} };
      const running = await runServer({ ...variables, ...more }, () => fakeSource(), life, { preparesPages: false });
      stop.abort();
      await running?.stopped;
    };
    expect((await run(cloud, other, 'token', 'list')).code).toBe(0);
    await start();
    const sentence = /^MEKI_SECRET is not the one that this site was first started with/;
    await expect(start(other)).rejects.toThrow(sentence);
    for (const command of ['doctor', 'check-cloud']) {
      const { code, out } = await run(cloud, other, command);
      expect([code, JSON.parse(out)]).toEqual([1, { ok: false, error: expect.stringMatching(sentence) }]);
    }
    await start();
  });

  test('tell an account service that cannot be reached from a wrong key', async () => {
    const cloud = await startCloud();
    onTestFinished(cloud.stop);
    const { out } = await run(cloud, { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1' }, 'doctor');
    expect(problemsOf(out)).toEqual({
      accounts: [expect.stringMatching(/^The account service does not answer: Identity Platform cannot be reached/)],
    });
  });

  test('name a database that cannot be reached', async () => {
    const cloud = await startCloud();
    onTestFinished(cloud.stop);
    const { code, out } = await run(cloud, { FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' }, 'doctor');
    expect(code).toBe(1);
    expect(problemsOf(out)).toEqual({
      database: ['The database (default) of the project demo-meki cannot be used: Connection failed.'],
    });
  });
});

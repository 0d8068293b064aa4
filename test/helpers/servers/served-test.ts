import { test as base, expect } from '@playwright/test';
import { whyNoFireemu } from '../cloud/start-fireemu.ts';
import { HAS_SAMPLE, NO_SAMPLE } from '../has-sample.ts';
import { createDocumentReader, type DocumentReader } from '../requests/read-document.ts';
import { type FolderContents, fillFolder } from './prepared-folder.ts';
import { createSharedResources, type StartShared } from './share-in-worker.ts';
import { createSiteHost, type SiteHost } from './site-host.ts';
import { startCloudSite } from './start-cloud-site.ts';
import { type RunningSite, startSite } from './start-site.ts';

interface Fixtures {
  /** Whether the site of a test runs in its own process, which it can restart and kill. */
  ownProcess: boolean;
  /** The backend of the site of a test; in the cloud, it runs on two instances. */
  backend: 'embedded' | 'cloud';
  /** Logged errors and warnings that the tests cause. */
  expectedErrors: RegExp | undefined;
  /** Starts a site for this test alone, stopped with it; logged errors fail the test. */
  startOwnSite: (contents: FolderContents, variables?: { [name: string]: string }) => Promise<RunningSite>;
}

interface WorkerFixtures {
  reader: DocumentReader;
  /** Runs the sites of the worker's tests. */
  host: SiteHost;
  /** A resource that tests of the worker share, started by the first one that needs it. */
  share: <T>(start: StartShared<T>) => Promise<T>;
}

/** Tests of a server's responses, without a browser. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  ownProcess: [false, { option: true }],
  backend: ['embedded', { option: true }],
  expectedErrors: [undefined, { option: true }],
  // The site that all tests share is the sample's.
  baseURL: async ({ baseURL }, use, info) => {
    info.skip(baseURL === undefined, NO_SAMPLE);
    await use(baseURL);
  },
  startOwnSite: async ({ host, ownProcess, backend, expectedErrors }, use, info) => {
    const sites: RunningSite[] = [];
    await use(async ({ hasSample = false, ...contents }, variables) => {
      info.skip(hasSample && !HAS_SAMPLE, NO_SAMPLE);
      const missing = backend === 'cloud' ? whyNoFireemu() : undefined;
      info.skip(missing !== undefined, missing);
      const startHere = ownProcess ? startSite : host.startSite;
      const start = backend === 'cloud' ? startCloudSite : startHere;
      const site = await start({ MEKI_SAMPLE: String(hasSample), ...variables }, (dataDir) =>
        fillFolder(dataDir, { hasSample, ...contents }),
      );
      sites.push(site);
      return site;
    });
    const errors = sites.flatMap((site) => site.errors).filter((line) => !expectedErrors?.test(line));
    for (const site of sites) await site.stop();
    expect(errors, 'the server has nothing to report').toEqual([]);
  },
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first parameter
    async ({}, use) => {
      const host = createSiteHost();
      await use(host);
      await host.close();
    },
    { scope: 'worker' },
  ],
  share: [
    async ({ host }, use) => {
      const resources = createSharedResources(host);
      await use(resources.share);
      await resources.end();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  reader: [async ({}, use) => use(createDocumentReader()), { scope: 'worker' }],
});

export { expect };

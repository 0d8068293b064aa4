import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { items, publicationCards } from '#core/content/collections.ts';
import { queryDocuments } from '#core/documents/typed-documents.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { publishItem } from '#core/publishing/publish-item.ts';
import { itemPath, listingPath } from '#core/site/content-paths.ts';
import { openCopySide } from '#server/copying/copy-side.ts';
import { copySite } from '#server/copying/copy-site.ts';
import { type Environment, readEnvironment } from '#server/services/env.ts';
import { collections, createServices, type Services } from '#server/services/services.ts';
import config from '#site-config';
import { startCloud } from '../../test/helpers/cloud/start-cloud.ts';
import { whyNoFireemu } from '../../test/helpers/cloud/start-fireemu.ts';
import { openDraft } from '../../test/helpers/drafts/draft-client.ts';
import { openPages } from '../../test/helpers/page-cache/open-pages.ts';
import { processorSeconds } from '../measuring/memory.ts';
import type { Figure } from '../reporting/report.ts';
import { createAccountsForTries } from '../sites/create-accounts-for-tries.ts';
import { fillSite, GENERATED_TYPE } from '../sites/fill-site.ts';
import { PUBLISHER } from '../sites/publisher.ts';
import { startChild, startProduct } from '../sites/start-child.ts';
import { benchCloudActs, ORIGIN, signIn, type Usage, usageOf } from './bench-cloud-acts.ts';

type Variables = { [name: string]: string };

const WRITER = 'bench-writer@example.org';

/** Characters that somebody types in a second. */
const TYPING_SPEED = 5;

/** Milliseconds until the last snapshot of a draft is taken, with some to spare. */
const SETTLING = 15_000;

/** A process is idle once it has used less than this many seconds of the processor within so many milliseconds. */
const IDLE = { seconds: 0.3, within: 10_000 };

/** Milliseconds that a start may take until it is idle. */
const PATIENCE = 900_000;

/** What the cloud backend reads and writes, counted against emulators of its services. */
export async function benchCloud(folder: string, many: number, say: (text: string) => void): Promise<Figure[]> {
  const missing = whyNoFireemu();
  if (missing !== undefined) {
    say(`The cloud backend is not measured: ${missing}`);
    return [{ name: 'cloud: reads and writes', value: undefined, unit: 'count' }];
  }
  const dataDir = join(folder, 'cloud');
  const source = join(folder, 'cloud-source');
  for (const path of [dataDir, source]) mkdirSync(path);
  // With the sample site, so that there is a home page; its cards are filled, as those of a site that has run for a while.
  const before = await startProduct(source);
  await untilIdle(before.pid, performance.now() + PATIENCE);
  await before.stop();
  await fillSite({ dataDir: source }, many);
  const cloud = await startCloud();
  try {
    const environment = environmentOf(cloud.variables, dataDir);
    await copyToCloud(source, environment);
    say('… its first start');
    const first = await countStart(dataDir, cloud.variables, () => requireKept(environment));
    say(`… a later start; the first one used ${JSON.stringify(first)}`);
    const later = await countStart(dataDir, cloud.variables);
    say(`… pages; the later start used ${JSON.stringify(later)}`);
    const pages = await countPages(environment);
    say(`… typing; the pages read ${JSON.stringify(pages)}`);
    const typing = await countTyping(environment, cloud.variables);
    say(`… acts of people and programs; typing used ${JSON.stringify(typing)}`);
    const acts = await benchCloudActs(environment, cloud.variables, say);
    return [
      count('reads of a kept page', pages.kept, 0),
      count('reads of an item published again', pages.item, 4),
      count('reads of a listing that shows it', pages.listing, 2),
      count('reads of the home page', pages.home, 3),
      count('writes in a minute of typing', typing.writes, 60),
      count('reads in a minute of typing', typing.reads),
      count(`reads of a start with ${many} items before it serves`, later.ready.reads, 500),
      count(`reads of a start with ${many} items in all`, later.idle.reads, 25_000),
      count(`writes of a start with ${many} items in all`, later.idle.writes),
      count(`reads of the first start with ${many} items in all`, first.idle.reads),
      ...acts,
    ];
  } finally {
    await cloud.stop();
  }
}

function count(name: string, value: number, atMost?: number): Figure {
  return { name: `cloud: ${name}`, value, unit: 'count', ...(atMost !== undefined && { budget: { atMost } }) };
}

function environmentOf(variables: Variables, dataDir: string): Environment {
  const reading = readEnvironment({ ...variables, MEKI_DATA_DIR: dataDir });
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  return reading.environment;
}

async function copyToCloud(source: string, environment: Environment): Promise<void> {
  const from = await openCopySide('embedded', 'source', { ...environment, dataDir: source });
  const to = await openCopySide('cloud', 'target', environment);
  const { kind } = await copySite({ from, to, collections });
  await Promise.all([from.close(), to.close()]);
  if (kind !== 'copied') throw new Error(`The copy ended as ${kind}`);
}

async function withServices<T>(environment: Environment, use: (services: Services) => Promise<T>): Promise<T> {
  const services = await createServices(environment, config, { warn: () => {} });
  try {
    return await use(services);
  } finally {
    await services.close();
  }
}

/** Starts the product, waits until it has nothing more to do, and stops it. */
async function countStart(
  dataDir: string,
  variables: Variables,
  isDone: () => Promise<boolean> = async () => true,
): Promise<{ ready: Usage; idle: Usage }> {
  const told = new Map<unknown, Usage>();
  const server = await startProduct(dataDir, {
    variables,
    onLog: ({ msg, reads, writes }) => told.set(msg, { reads: Number(reads), writes: Number(writes) }),
  });
  const end = performance.now() + PATIENCE;
  do await untilIdle(server.pid, end);
  while (!(await isDone()) && performance.now() < end);
  await server.stop();
  const [ready, idle] = [told.get('ready'), told.get('stopped')];
  if (!ready || !idle) throw new Error('The server did not tell what it used');
  return { ready, idle };
}

async function untilIdle(pid: number, end: number): Promise<void> {
  let before = Number.NEGATIVE_INFINITY;
  for (;;) {
    const now = processorSeconds(pid) ?? 0;
    if (now - before < IDLE.seconds) return;
    if (performance.now() > end) throw new Error('The server was not idle in time');
    before = now;
    await new Promise((resolve) => setTimeout(resolve, IDLE.within));
  }
}

/** Whether everything is stored from which a later start goes on. */
function requireKept(environment: Environment): Promise<boolean> {
  return withServices(environment, async ({ files, store }) => {
    const snapshot = await files.read('search/manifest');
    const links = await store.batchGet([jobs.at('card-links').path]);
    return [snapshot, ...links].every((found) => found !== undefined);
  });
}

/** Publishes an item again for each page that shows it, and counts what the page reads then. */
function countPages(environment: Environment): Promise<{ [page in 'kept' | 'item' | 'listing' | 'home']: number }> {
  return withServices(environment, async ({ store, usage }) => {
    const readsOf = async (work: () => Promise<unknown>) => {
      const before = usage?.().reads ?? 0;
      await work();
      return (usage?.().reads ?? 0) - before;
    };
    const [newest] = await queryDocuments(store, publicationCards, {
      where: [
        { field: 'language', op: '==', value: 'es' },
        { field: 'type', op: '==', value: GENERATED_TYPE },
      ],
      orderBy: [{ field: 'firstPublishedAt', direction: 'desc' }],
      limit: 1,
    });
    if (!newest) throw new Error('Nothing is published');
    const { itemId } = newest.data;
    const pages = await openPages(store);
    let publications = 0;
    const publish = async (title: string) => {
      await store.commit([{ kind: 'update', path: items.at(itemId).path, fields: { 'languages.es.title': title } }]);
      const published = await publishItem(
        { store, config },
        PUBLISHER,
        { id: itemId, languages: ['es'] },
        {
          acceptWarnings: true,
        },
      );
      if (!published.ok) throw new Error('The item could not be published');
    };
    const countAnew = async (path: string) => {
      await pages.textOf(path);
      const title = `Renovado${++publications}`;
      await publish(title);
      // Rendered again without a change, a page reads nothing.
      return readsOf(() => waitFor(async () => (await pages.textOf(path)).includes(title)));
    };
    try {
      await pages.load('/');
      return {
        kept: await readsOf(() => pages.load('/')),
        item: await countAnew(itemPath(config, 'es', newest.data)),
        listing: await countAnew(listingPath(config, 'es', GENERATED_TYPE)),
        home: await countAnew('/'),
      };
    } finally {
      pages.close();
    }
  });
}

/** What an instance uses while one person types for a minute, until everything is in the item. */
async function countTyping(environment: Environment, variables: Variables): Promise<Usage> {
  await createAccountsForTries(environment, [WRITER], { role: 'owner' });
  const server = await startChild('serve-meki', [environment.dataDir, 'cached'], variables);
  try {
    await untilIdle(server.pid, performance.now() + PATIENCE);
    const cookie = await signIn(server.origin, WRITER);
    const draft = openDraft('item/generated-0/es', { address: server.origin, origin: ORIGIN, cookie });
    await waitFor(() => draft.isSaved());
    await wait(SETTLING);
    const before = await usageOf(server);
    const text = draft.doc.getText('summary');
    const start = performance.now();
    for (let typed = 0; performance.now() - start < 60_000; typed += 1) {
      text.insert(0, 'abcdefghij '.charAt(typed % 11));
      await wait(1_000 / TYPING_SPEED);
    }
    await waitFor(() => draft.isSaved());
    await wait(SETTLING);
    const after = await usageOf(server);
    draft.end();
    return { reads: after.reads - before.reads, writes: after.writes - before.writes };
  } finally {
    await server.stop();
  }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('A draft or a page did not change in time');
    await wait(50);
  }
}

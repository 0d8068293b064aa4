import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listingPath } from '#core/site/content-paths.ts';
import { createApiToken } from '#core/tokens/api-tokens.ts';
import { createServices } from '#server/services/services.ts';
import config from '#site-config';
import { capture } from '../measuring/capture.ts';
import { ACCEPT_ENCODING } from '../measuring/measure-load.ts';
import { residentMegabytes, watchMemory } from '../measuring/memory.ts';
import { median, percentile } from '../measuring/statistics.ts';
import type { Figure } from '../reporting/report.ts';
import { fillSite, GENERATED_TYPE } from '../sites/fill-site.ts';
import { readSitemap } from '../sites/read-sitemap.ts';
import { type RunningServer, startProduct } from '../sites/start-child.ts';
import { waitForSearch } from '../sites/wait-for-search.ts';

export const CONNECTIONS = 64;

/** Milliseconds from when the search is complete until the memory is measured for the first time. */
const REST = 5_000;

/** Milliseconds between publications. */
const INTERVAL = 1_000;

/** Milliseconds between requests of a page after a publication, at most. */
const PROBES = 20;

/** Milliseconds in which what was published must be on its pages before the benchmark gives up. */
const PATIENCE = 10_000;

/**
 * Megabytes with 10,000 items: those of a loaded server (220), and half as much again, by which V8's heap grows before it is
 * collected.
 */
const MOST_MEMORY = 330;

export interface BusySite {
  /** An empty folder for its data. */
  dataFolder: string;
  /** Generated items, beside those of the sample site. */
  items: number;
  seconds: number;
  /** A folder for temporary files. */
  folder: string;
}

export interface Visits {
  times: number[];
  failures: number;
}

/**
 * All pages of a large site are visited at random while an item is published each second: errors, how long a page shows what it
 * showed before, from the answer to the publication on, and memory. The page cache has no room for all pages.
 */
export async function benchBusySite(site: BusySite): Promise<Figure[]> {
  // On an empty folder, the product begins with the sample site.
  await (await startProduct(site.dataFolder)).stop();
  await fillSite({ dataDir: site.dataFolder }, site.items);
  return measureBusySite(site);
}

/** `benchBusySite` on a data folder that has these items. */
async function measureBusySite({ dataFolder, items, seconds, folder }: BusySite): Promise<Figure[]> {
  const token = await createToken(dataFolder);
  const server = await startProduct(dataFolder);
  try {
    await waitForSearch(server);
    await new Promise((resolve) => setTimeout(resolve, REST));
    const paths = await readSitemap(server.origin);
    const before = residentMegabytes(server.pid);
    const mostMemory = watchMemory(server.pid);
    const visits = visitPages(server, paths, { seconds, folder });
    const published = await publishEachSecond(server, paths, { items, seconds, token });
    const { times, failures } = await visits;
    const most = mostMemory();
    const about = `${paths.length} pages, ${CONNECTIONS} connections for ${seconds} s`;
    return [
      { name: `${about}: requests that failed`, value: failures, unit: 'count', budget: { atMost: 0 } },
      { name: `${about}: requests`, value: times.length / seconds, unit: '1/s' },
      { name: `${about}: p99`, value: percentile(times, 0.99), unit: 'ms' },
      {
        name: `${about}: stale after a publication, at most`,
        value: Math.max(...published.map(({ stale }) => stale)),
        unit: 'ms',
        budget: { atMost: 50 },
      },
      { name: `${about}: publishing`, value: median(published.map(({ took }) => took)), unit: 'ms' },
      { name: `${about}: published until received`, value: median(published.map(({ seen }) => seen)), unit: 'ms' },
      {
        name: `${about}: growth of memory, at most`,
        value: most === undefined || before === undefined ? undefined : most - before,
        unit: 'MB',
      },
      { name: `${about}: resident, at most`, value: most, unit: 'MB', budget: { atMost: MOST_MEMORY } },
    ];
  } finally {
    await server.stop();
  }
}

/** Visits pages at random for some seconds. @param folder for temporary files */
export async function visitPages(
  { origin }: RunningServer,
  paths: string[],
  { seconds, folder }: { seconds: number; folder: string },
): Promise<Visits> {
  const list = join(folder, 'paths.json');
  writeFileSync(list, JSON.stringify(paths));
  const file = fileURLToPath(new URL('../children/visit-pages.ts', import.meta.url));
  const args = [origin, list, String(CONNECTIONS), String(seconds), ACCEPT_ENCODING];
  const child = fork(file, args, { serialization: 'advanced' });
  const [visits] = (await once(child, 'message')) as [Visits];
  return visits;
}

/** A publication: how long it took, and from its answer until each of its pages, asked for at once, was received; in milliseconds. */
interface Published extends Sighting {
  took: number;
}

interface Sighting {
  /** Until the latest request whose answer did not show it was sent; 0 if all did. */
  stale: number;
  /** Until it was received. */
  seen: number;
}

/** Publishes new titles of the newest item and of others. */
async function publishEachSecond(
  server: RunningServer,
  paths: string[],
  { items, seconds, token }: { items: number; seconds: number; token: string },
): Promise<Published[]> {
  const listing = listingPath(config, 'es', GENERATED_TYPE);
  const published: Published[] = [];
  for (let round = 0; round < seconds; round += 1) {
    const startedAt = performance.now();
    // Every second time the newest item, which is on the first page of its list.
    const number = round % 2 === 0 ? items - 1 : (round * 7_919) % items;
    const title = `Publicado ${round} ${Date.now()}`;
    const { at, took } = await publish(server, token, { id: `generated-${number}`, title });
    // Its address is made of its first title.
    const item = paths.filter((path) => path.startsWith(`${listing}/estudio-${number}-`));
    const pages = round % 2 === 0 ? [listing, ...item] : item;
    const sightings = await Promise.all(pages.map((page) => waitUntilShown(server, page, { title, at })));
    published.push({
      took,
      stale: Math.max(...sightings.map(({ stale }) => stale)),
      seen: Math.max(...sightings.map(({ seen }) => seen)),
    });
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, INTERVAL - (performance.now() - startedAt))));
  }
  return published;
}

/** Changes a title and publishes it with the Content API. @returns when that was answered, and how long publishing took */
async function publish({ origin }: RunningServer, token: string, { id, title }: { id: string; title: string }) {
  const ask = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${origin}/api/v1/items/${id}${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${method} ${id}${path} was answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  await ask('PATCH', '/es', { title });
  const startedAt = performance.now();
  await ask('POST', '/publish', { languages: ['es'] });
  const at = performance.now();
  return { at, took: at - startedAt };
}

/** A token of an editor. */
export async function createToken(dataDir: string): Promise<string> {
  const services = await createServices({ dataDir }, config, { warn: () => {} });
  try {
    const made = await createApiToken(services, { kind: 'system' }, { name: 'Bench', role: 'editor', languages: [] });
    if (!made.ok) throw new Error(`No token: ${made.reason}`);
    return made.token;
  } finally {
    await services.close();
  }
}

/** Requests a page again and again, without waiting for answers, until one has a text. @param at when it was published */
async function waitUntilShown(
  { origin }: RunningServer,
  path: string,
  { title, at }: { title: string; at: number },
): Promise<Sighting> {
  let stale = 0;
  let seen: number | undefined;
  const probes: Promise<void>[] = [];
  while (seen === undefined) {
    const sentAfter = performance.now() - at;
    if (sentAfter > PATIENCE) throw new Error(`${path} does not show "${title}"`);
    const probe = capture(origin + path, 'identity').then(({ body }) => {
      if (body.includes(title)) seen ??= performance.now() - at;
      else stale = Math.max(stale, sentAfter);
    });
    probes.push(probe);
    await Promise.race([probe, new Promise((resolve) => setTimeout(resolve, PROBES))]);
  }
  await Promise.all(probes);
  return { stale, seen };
}

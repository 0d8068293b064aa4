import { createServices, identityOver } from '#server/services/services.ts';
import config from '#site-config';
import { capture } from '../measuring/capture.ts';
import { median } from '../measuring/statistics.ts';
import { untilIdle } from '../measuring/until-idle.ts';
import type { Figure } from '../reporting/report.ts';
import { GENERATED_TYPE, LAST_WORD } from '../sites/fill-site.ts';
import { type RunningServer, startChild } from '../sites/start-child.ts';

/** Requests per page and site. */
const REQUESTS = 40;

/** Timeout for building the search of the admin area, in milliseconds. */
const PATIENCE = 300_000;

const OWNER = { name: 'Bench', email: 'bench@example.org', password: 'lámpara río sereno' };

/** The configured origin of benchmark servers. */
const ORIGIN = 'http://localhost:3000';

const LIST = `/admin/items/${GENERATED_TYPE}`;

const PAGES: { [name: string]: string } = {
  list: LIST,
  'list by title': `${LIST}?sort=title`,
  'filtered list': `${LIST}?state=es.published&tag=chest`,
  search: `${LIST}?q=${LAST_WORD}`,
  'search for what all hold': `${LIST}?q=estudio`,
  board: '/admin/health',
  item: `${LIST}/generated-1`,
};

/** An address that answers with some text once the search is complete. */
interface Ready {
  path: string;
  contains: string;
}

const READY: Ready = { path: `/admin/item-search?q=${LAST_WORD}`, contains: 'generated-' };

/** Times of the admin area with many items, or other things, relative to few. @param folders filled with few and with many */
export async function benchAdmin(
  folders: { small: string; large: string },
  { many, few, things = 'items' }: { many: number; few: number; things?: string },
  { pages, ready }: { pages: { [name: string]: string }; ready: Ready } = { pages: PAGES, ready: READY },
): Promise<Figure[]> {
  const servers: RunningServer[] = [];
  try {
    for (const folder of [folders.small, folders.large]) {
      await createOwner(folder);
      servers.push(await startChild('serve-meki', [folder, 'uncached']));
    }
    const [small, large] = servers;
    if (!small || !large) throw new Error('The servers did not start');
    const cookies = { small: await signIn(small), large: await signIn(large) };
    await waitForSearch(small, cookies.small, ready);
    await waitForSearch(large, cookies.large, ready);
    for (const { pid } of servers) await untilIdle(pid);
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(pages)) {
      const times: { small: number[]; large: number[] } = { small: [], large: [] };
      for (let request = -5; request < REQUESTS; request += 1) {
        for (const [size, server] of [
          ['small', small],
          ['large', large],
        ] as const) {
          const took = await timeOf(server.origin + path, cookies[size]);
          if (request >= 0) times[size].push(took);
        }
      }
      const took = { small: median(times.small), large: median(times.large) };
      figures.push(
        {
          name: `admin ${name}, ${many} ${things} against ${few}`,
          value: took.large / took.small,
          unit: 'ratio',
          budget: { atMost: 2 },
        },
        { name: `admin ${name}, ${many} ${things}`, value: took.large, unit: 'ms' },
      );
    }
    return figures;
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function createOwner(dataDir: string): Promise<void> {
  const services = await createServices({ dataDir }, config, { warn: () => {} });
  const environment = { dataDir, secret: undefined, signUp: 'open' as const };
  const identity = identityOver(
    services,
    environment,
    config,
  )({ origin: ORIGIN, send: async () => {}, record: () => {}, onError: () => {} });
  const created = await identity.createUser({ ...OWNER, language: 'es', role: 'owner' });
  await identity.close();
  await services.close();
  if (!created.ok) throw new Error(`Nobody can sign in: ${created.error.code}`);
}

async function signIn({ origin }: RunningServer): Promise<string> {
  const { email, password } = OWNER;
  const answer = await fetch(`${origin}/admin/signin`, {
    method: 'POST',
    headers: { origin: ORIGIN },
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (answer.status !== 303 || !cookie) throw new Error(`Signing in was answered with ${answer.status}`);
  return cookie;
}

async function timeOf(url: string, cookie: string): Promise<number> {
  const startedAt = performance.now();
  const { status } = await capture(url, 'identity', { cookie });
  if (status !== 200) throw new Error(`${url} answered ${status}`);
  return performance.now() - startedAt;
}

async function waitForSearch({ origin }: RunningServer, cookie: string, { path, contains }: Ready): Promise<void> {
  const end = performance.now() + PATIENCE;
  const url = origin + path;
  while (!(await capture(url, 'identity', { cookie })).body.includes(contains)) {
    if (performance.now() > end) throw new Error('The search of the admin area did not find the last item in time');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

import { listingPath } from '#core/site/content-paths.ts';
import { createApiToken } from '#core/tokens/api-tokens.ts';
import type { Environment } from '#server/services/env.ts';
import { createServices } from '#server/services/services.ts';
import config from '#site-config';
import { type SlowProxy, startSlowProxy } from '../../test/helpers/cloud/slow-proxy.ts';
import { median } from '../measuring/statistics.ts';
import type { Figure } from '../reporting/report.ts';
import { createAccountsForTries } from '../sites/create-accounts-for-tries.ts';
import { GENERATED_TYPE } from '../sites/fill-site.ts';
import { type RunningServer, startChild } from '../sites/start-child.ts';

const PERSON = 'bench-acts@example.org';

/** The origin of `serve-meki`. */
export const ORIGIN = 'http://localhost:3000';

/** Milliseconds of a round trip to the database, of which times are told. */
const DISTANCES = [0, 20, 100];

/** Times that each act is measured at each distance, after it was done twice. */
const TIMES = 5;

/** Milliseconds without a read or write after which nothing more follows from an act. */
const QUIET = 500;

interface Act {
  name: string;
  budget: { trips: number; reads?: number };
  /** What must have been done before. */
  prepare?: () => Promise<void>;
  run(): Promise<Response>;
}

/** What acts of programs and people wait for where the database is far away, and what they read of it. */
export async function benchCloudActs(
  environment: Environment,
  variables: { [name: string]: string },
  say: (text: string) => void,
): Promise<Figure[]> {
  const proxy = await startSlowProxy(variables.FIRESTORE_EMULATOR_HOST ?? '');
  await createAccountsForTries(environment, [PERSON], { role: 'owner' });
  const token = await createToken(environment);
  const server = await startChild('serve-meki', [environment.dataDir, 'cached'], {
    ...variables,
    FIRESTORE_EMULATOR_HOST: proxy.host,
  });
  try {
    await quiet(server);
    const figures: Figure[] = [];
    for (const act of actsOf(server.origin, token, await signIn(server.origin, PERSON))) {
      say(`… ${act.name}`);
      figures.push(...(await measure(act, server, proxy)));
    }
    return figures;
  } finally {
    await server.stop();
    await proxy.close();
  }
}

function actsOf(origin: string, token: string, cookie: string): Act[] {
  const id = 'generated-1';
  let title = 0;
  const send = (method: string, path: string, body: object) =>
    fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const open = (path: string) => () => fetch(`${origin}${path}`, { headers: { cookie } });
  const page = { trips: 3 };
  const pages = ['/', listingPath(config, 'es', GENERATED_TYPE)];
  const change = () => send('PATCH', `/items/${id}/es`, { title: `Título ${++title}` });
  return [
    {
      name: 'PATCH of a language',
      budget: { trips: 4, reads: 12 },
      run: change,
    },
    {
      name: 'publishing a language',
      budget: { trips: 4 },
      // Publishing renders the page from what is remembered of those that visitors have seen.
      async prepare() {
        const { languages } = (await (await change()).json()) as { languages: { es: { url: string } } };
        for (const path of [...pages, new URL(languages.es.url).pathname]) await (await fetch(origin + path)).text();
      },
      run: () => send('POST', `/items/${id}/publish`, { languages: ['es'] }),
    },
    { name: 'the list of items', budget: page, run: open(`/admin/items/${GENERATED_TYPE}`) },
    { name: 'the editor of an item', budget: page, run: open(`/admin/items/${GENERATED_TYPE}/${id}`) },
    { name: 'the inbox', budget: page, run: open('/admin/inbox') },
  ];
}

/** The trips in sequence are what a millisecond more of distance adds to the time of an act. */
async function measure(
  { name, budget, prepare, run }: Act,
  server: RunningServer,
  proxy: SlowProxy,
): Promise<Figure[]> {
  const times: number[] = [];
  const reads: number[] = [];
  for (const distance of DISTANCES) {
    proxy.roundTrip = distance;
    const took: number[] = [];
    for (let time = -2; time < TIMES; time += 1) {
      if (prepare) await prepare();
      const before = await quiet(server);
      const start = performance.now();
      const answer = await run();
      await answer.text();
      const end = performance.now();
      if (!answer.ok) throw new Error(`${name} was answered with ${answer.status}`);
      const after = await quiet(server);
      if (time < 0) continue;
      took.push(end - start);
      reads.push(after.reads - before.reads);
    }
    // The shortest: the others have waited for the processor too.
    times.push(Math.min(...took));
  }
  proxy.roundTrip = 0;
  const [near = 0] = times;
  const [far = 0, distance = 1] = [times.at(-1), DISTANCES.at(-1)];
  return [
    {
      name: `cloud: round trips in sequence of ${name}`,
      value: (far - near) / distance,
      unit: 'count',
      // Between two trips, a few milliseconds more: timers of the proxy.
      budget: { atMost: budget.trips + 0.5 },
    },
    {
      name: `cloud: reads of ${name}`,
      value: median(reads),
      unit: 'count',
      ...(budget.reads !== undefined && { budget: { atMost: budget.reads } }),
    },
    ...DISTANCES.map(
      (distance, index): Figure => ({
        name: `cloud: ${name} at ${distance} ms`,
        value: times[index] ?? 0,
        unit: 'ms',
      }),
    ),
  ];
}

async function createToken(environment: Environment): Promise<string> {
  const { store, close } = await createServices(environment, config, { warn: () => {} });
  try {
    const made = await createApiToken({ store }, { kind: 'system' }, { name: 'Bench', role: 'editor' });
    if (!made.ok) throw new Error(`No token: ${made.reason}`);
    return made.token;
  } finally {
    await close();
  }
}

/** Signs an account of `createAccountsForTries` in. @returns its cookie */
export async function signIn(origin: string, email: string): Promise<string> {
  const answer = await fetch(`${origin}/admin/signin`, {
    method: 'POST',
    headers: { origin: ORIGIN },
    body: new URLSearchParams({ email, password: 'la-buena-lámpara-7' }),
    redirect: 'manual',
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (answer.status !== 303 || !cookie) throw new Error(`Signing in was answered with ${answer.status}`);
  return cookie;
}

export interface Usage {
  reads: number;
  writes: number;
}

async function quiet(server: RunningServer): Promise<Usage> {
  for (let before: Usage | undefined; ; ) {
    const now = await usageOf(server);
    if (before && before.reads === now.reads && before.writes === now.writes) return now;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, QUIET));
  }
}

export function usageOf({ process: child }: RunningServer): Promise<Usage> {
  return new Promise((resolve) => {
    child.on('message', function receive(message: { kind?: string } & Usage) {
      if (message.kind !== 'usage') return;
      child.off('message', receive);
      resolve(message);
    });
    child.send({ kind: 'tell-usage' });
  });
}

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createItem } from '#core/items/create-item.ts';
import { listingPath } from '#core/site/content-paths.ts';
import config from '#site-config';
import { type CutProxy, startCutProxy } from '../../helpers/cloud/cut-proxy.ts';
import { startCloud } from '../../helpers/cloud/start-cloud.ts';
import { whyNoFireemu } from '../../helpers/cloud/start-fireemu.ts';
import { person } from '../../helpers/content/create-item-site.ts';
import { createAccounts } from '../../helpers/data-folders/create-accounts.ts';
import { markCloudSite, openSite } from '../../helpers/data-folders/open-site.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { openDraft } from '../../helpers/drafts/draft-client.ts';
import { readPage, sendForm } from '../../helpers/requests/send-form.ts';
import { test as base, expect } from '../../helpers/servers/served-test.ts';
import type { Shared } from '../../helpers/servers/share-in-worker.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';
import { createSiteHost } from '../../helpers/servers/site-host.ts';

type Service = 'database' | 'accounts' | 'storage';

async function shareSite() {
  const cloud = await startCloud();
  const prepared = await mkdtemp(join(tmpdir(), 'meki-prepared-'));
  markCloudSite(prepared, cloud.variables);
  await createAccounts(prepared, [{ ...ANA, role: 'owner' }]);
  const { store, close } = await openSite(prepared);
  const given = { id: 'one', type: 'articles', sourceLanguage: 'es' };
  await createItem({ store, config }, person('editor'), given);
  await close();
  const { FIRESTORE_EMULATOR_HOST = '', FIREBASE_AUTH_EMULATOR_HOST = '', MEKI_FILES_URL = '' } = cloud.variables;
  const storageHost = new URL(MEKI_FILES_URL).host;
  const [database, accounts, storage] = await Promise.all(
    [FIRESTORE_EMULATOR_HOST, FIREBASE_AUTH_EMULATOR_HOST, storageHost].map(startCutProxy),
  );
  const services = { database, accounts, storage } as { [name in Service]: CutProxy };
  const host = createSiteHost();
  const site = await host.startSite({
    ...cloud.variables,
    FIRESTORE_EMULATOR_HOST: services.database.host,
    FIREBASE_AUTH_EMULATOR_HOST: services.accounts.host,
    MEKI_FILES_URL: MEKI_FILES_URL.replace(storageHost, services.storage.host),
    MEKI_SAMPLE: 'false',
  });
  return {
    value: { site, services },
    async end() {
      await site.stop();
      await host.close();
      for (const proxy of Object.values(services)) await proxy.close();
      await cloud.stop();
    },
  } satisfies Shared<unknown>;
}

type Outages = Awaited<ReturnType<typeof shareSite>>['value'];

const test = base.extend<{ outages: Outages }>({
  outages: [async ({ share }, use) => use(await share(shareSite)), { timeout: 120_000 }],
});

const missing = whyNoFireemu();
test.skip(missing !== undefined, missing);
test.describe.configure({ mode: 'serial' });

/** Has the form of a token. */
const NOBODYS_TOKEN = `meki_000000000000_${'x'.repeat(43)}`;

/** The answers while the database is away, in the order in which they came: status, and when to try again or where to go. */
async function answersOf(origin: string, cookie: string): Promise<[string, string][]> {
  const headers = { cookie };
  const asked: { [name: string]: () => ReturnType<typeof readPage> } = {
    // Nothing of it can be remembered.
    page: () => readPage(origin, `${listingPath(config, 'es', 'articles')}/${crypto.randomUUID()}`),
    'sign-in': () => sendForm(origin, '/admin/signin', { ...ANA }, { headers: { origin } }),
    dashboard: () => readPage(origin, '/admin', { headers }),
    api: () => readPage(origin, '/api/v1/items', { headers: { authorization: `Bearer ${NOBODYS_TOKEN}` } }),
    readyz: () => readPage(origin, '/readyz'),
    healthz: () => readPage(origin, '/healthz'),
  };
  const answers: [string, string][] = [];
  await Promise.all(
    Object.entries(asked).map(async ([name, ask]) => {
      const { status, headers: told } = await ask();
      const next = told.get('retry-after') ?? told.get('location');
      answers.push([name, next === null ? String(status) : `${status}, ${next}`]);
    }),
  );
  return answers;
}

/** What is as always. */
const WELL = { page: '404', 'sign-in': '303, /admin', dashboard: '200', api: '401', readyz: '200', healthz: '200' };

/** How a service fails. */
type Outage = 'refused' | 'silent' | 'slow' | 'refusing the key';

interface Trouble {
  /** The answers that differ. Who is signed in stays so. */
  answers?: Partial<typeof WELL>;
  /** What `/readyz?verbose` tells. */
  checks?: object;
  /** What the log says. */
  log?: RegExp;
}

const DATABASE_AWAY = {
  page: '503, 5',
  'sign-in': '503, 5',
  dashboard: '503, 5',
  api: '503, 5',
  readyz: '503',
};

const AWAY = { read: { ok: false }, write: { ok: false } };

/** The table: what is told while a service fails. `machine-outages.spec.ts` has that of one machine. */
const TROUBLES: { [service in Service]: { [outage in Outage]?: Trouble } } = {
  database: {
    refused: { answers: DATABASE_AWAY, checks: AWAY, log: /The database cannot be reached/ },
    silent: { answers: DATABASE_AWAY, checks: AWAY, log: /There was no answer within 2000 ms/ },
    slow: {},
  },
  accounts: {
    refused: { answers: { 'sign-in': '503, 5' }, log: /Identity Platform cannot be reached/ },
    silent: { answers: { 'sign-in': '503, 5' }, log: /Identity Platform cannot be reached/ },
    // The page says that the set-up is wrong: nobody need try again.
    'refusing the key': { answers: { 'sign-in': '500' }, log: /API key not valid|API_KEY_INVALID/ },
  },
  storage: {
    refused: { checks: { storage: { ok: false }, read: { ok: true } } },
    silent: { checks: { storage: { ok: false, reason: 'no-answer' }, read: { ok: true } } },
    'refusing the key': { checks: { storage: { ok: false, reason: 'storage-unavailable' }, read: { ok: true } } },
  },
};

/** Longer than a round trip around the world, and well below what counts as no answer. */
const SLOW = 400;

/** What a service says to a key that it does not know. Source: the REST interfaces of Google's accounts, and of S3. */
const REFUSED_KEY: { [service in Service]?: string } = {
  accounts: answerOf(
    '400 Bad Request',
    JSON.stringify({
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID' }],
      },
    }),
  ),
  storage: answerOf('403 Forbidden', '<?xml version="1.0"?><Error><Code>InvalidAccessKeyId</Code></Error>'),
};

function answerOf(status: string, body: string): string {
  return `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}

function fail(proxy: CutProxy, service: Service, outage: Outage): void {
  if (outage === 'slow') proxy.delay = SLOW;
  else if (outage === 'refusing the key') proxy.fail({ answer: REFUSED_KEY[service] ?? '' });
  else proxy.fail(outage);
}

const CASES = Object.entries(TROUBLES).flatMap(([service, outages]) =>
  Object.entries(outages).map(([outage, trouble]) => [service as Service, outage as Outage, trouble] as const),
);

for (const [service, outage, { answers: others, checks, log }] of CASES) {
  test(`${service}, ${outage}: what needs it is unavailable, and what is typed is saved at last`, async ({
    outages: { site, services },
  }) => {
    test.setTimeout(180_000);
    const { origin } = site;
    const proxy = services[service];
    const cookie = await signInCookie(origin, ANA);
    const draft = openDraft('item/one/es', { address: origin, origin, cookie });
    await expect.poll(() => draft.isSaved()).toBe(true);
    const logged = site.errors.length;
    fail(proxy, service, outage);
    draft.doc.getText('title').insert(0, `Written while ${service} is ${outage}. `);
    const answers = await answersOf(origin, cookie);
    expect(Object.fromEntries(answers)).toEqual({ ...WELL, ...others });
    const places = Object.fromEntries(answers.map(([name], place) => [name, place]));
    if (service === 'database' && outage === 'silent')
      expect(places.readyz, 'probes do not wait as long as pages').toBeLessThan(places.page as number);
    const told = async () => JSON.parse((await readPage(origin, '/readyz?verbose')).body).checks;
    const well = { read: { ok: true }, write: { ok: true }, storage: { ok: true } };
    await expect.poll(told, { timeout: 60_000 }).toMatchObject({ ...well, ...checks });
    if (log) await expect.poll(() => site.errors.slice(logged).join('\n')).toMatch(log);
    proxy.heal();
    await expect.poll(() => answersOf(origin, cookie).then(Object.fromEntries), { timeout: 60_000 }).toEqual(WELL);
    await expect.poll(told, { timeout: 60_000 }).toMatchObject(well);
    await expect.poll(() => draft.isSaved(), { timeout: 60_000 }).toBe(true);
    draft.end();
  });
}

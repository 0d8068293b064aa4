import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createItem } from '#core/items/create-item.ts';
import config from '#site-config';
import { startCutProxy } from '../../helpers/cloud/cut-proxy.ts';
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

async function shareSite() {
  const cloud = await startCloud();
  const prepared = await mkdtemp(join(tmpdir(), 'meki-prepared-'));
  markCloudSite(prepared, cloud.variables);
  await createAccounts(prepared, [{ ...ANA, role: 'owner' }]);
  const { store, close } = await openSite(prepared);
  const given = { id: 'one', type: 'articles', sourceLanguage: 'es' };
  await createItem({ store, config }, person('editor'), given);
  await close();
  const proxy = await startCutProxy(cloud.variables.FIRESTORE_EMULATOR_HOST ?? '');
  const host = createSiteHost();
  const variables = { ...cloud.variables, FIRESTORE_EMULATOR_HOST: proxy.host, MEKI_SAMPLE: 'false' };
  const site = await host.startSite(variables);
  return {
    value: { site, proxy },
    async end() {
      await site.stop();
      await host.close();
      await proxy.close();
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
    page: () => readPage(origin, `/search?q=${crypto.randomUUID()}`),
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

for (const outage of ['refused', 'silent'] as const) {
  test(`a database that is ${outage} is told as unavailable, and what was typed meanwhile is saved when it is back`, async ({
    outages: { site, proxy },
  }) => {
    test.setTimeout(180_000);
    const { origin } = site;
    const cookie = await signInCookie(origin, ANA);
    const draft = openDraft('item/one/es', { address: origin, origin, cookie });
    await expect.poll(() => draft.isSaved()).toBe(true);
    proxy.fail(outage);
    draft.doc.getText('title').insert(0, `Written while ${outage}. `);
    const answers = await answersOf(origin, cookie);
    expect(Object.fromEntries(answers)).toEqual({
      page: '503, 5',
      'sign-in': '503, 5',
      // The way back is kept, and the page says what is wrong.
      dashboard: '302, /admin/signin?to=%2Fadmin',
      api: '503, 5',
      readyz: '503',
      healthz: '200',
    });
    expect(
      answers.slice(0, 2).map(([name]) => name),
      'probes do not wait for the database as long as pages',
    ).toContain(outage === 'silent' ? 'readyz' : 'healthz');
    proxy.heal();
    await expect.poll(async () => (await readPage(origin, '/readyz')).status).toBe(200);
    await expect.poll(async () => (await readPage(origin, '/admin', { headers: { cookie } })).status).toBe(200);
    await expect.poll(() => draft.isSaved(), { timeout: 60_000 }).toBe(true);
    draft.end();
  });
}

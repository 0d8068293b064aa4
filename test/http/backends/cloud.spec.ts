import { createOutbox, type Outbox, type WrittenMail } from '../../helpers/accounts/outbox.ts';
import { startCloud } from '../../helpers/cloud/start-cloud.ts';
import { whyNoFireemu } from '../../helpers/cloud/start-fireemu.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { HAS_SAMPLE, NO_SAMPLE } from '../../helpers/has-sample.ts';
import { cookiePair, readPage, sendForm } from '../../helpers/requests/send-form.ts';
import { test as base, expect } from '../../helpers/servers/served-test.ts';
import type { Shared } from '../../helpers/servers/share-in-worker.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';
import { createSiteHost } from '../../helpers/servers/site-host.ts';
import type { RunningSite } from '../../helpers/servers/start-site.ts';

/**
 * Two instances in processes of their own, which began at the same time with an empty project. They render no pages ahead, which
 * would take longer than the tests.
 */
async function shareInstances(): Promise<Shared<[RunningSite, RunningSite]>> {
  const cloud = await startCloud();
  const hosts = [createSiteHost(), createSiteHost()] as const;
  const [first, second] = await Promise.all([hosts[0].startSite(cloud.variables), hosts[1].startSite(cloud.variables)]);
  return {
    value: [first, second],
    async end() {
      for (const site of [first, second]) await site.stop();
      for (const host of hosts) await host.close();
      await cloud.stop();
      expect([...first.errors, ...second.errors], 'the servers have nothing to report').toEqual([]);
    },
  };
}

const test = base.extend<{ instances: [RunningSite, RunningSite] }>({
  instances: [async ({ share }, use) => use(await share(shareInstances)), { timeout: 180_000 }],
});

const missing = whyNoFireemu();
test.skip(missing !== undefined, missing);
test.describe.configure({ mode: 'serial' });

const textOf = async ({ origin }: RunningSite, path: string) => (await readPage(origin, path)).body;

/** The next mail to an address, from the outbox of the instance that took it from the queue. */
async function nextMail(instances: RunningSite[], to: string): Promise<WrittenMail> {
  const outboxes = instances.map(({ dataDir }) => createOutbox(dataDir));
  const counts = async () => Promise.all(outboxes.map(async (outbox) => (await outbox.waiting(to)).length));
  await expect.poll(async () => Math.max(...(await counts())), `mail to ${to}`).toBeGreaterThan(0);
  const taker = (await counts()).findIndex((count) => count > 0);
  return (outboxes[taker] as Outbox).next(to);
}

test('an empty project begins with the sample site, whose pages every instance serves', async ({ instances }) => {
  test.skip(!HAS_SAMPLE, NO_SAMPLE);
  for (const { origin } of instances) {
    for (const path of ['/', '/en', '/estudios', '/en/articles', '/estudios/tomografia-de-abdomen', '/faq']) {
      const page = await readPage(origin, path);
      expect([path, page.status]).toEqual([path, 200]);
    }
    expect((await readPage(origin, '/readyz')).body).toBe('ok');
  }
});

test('who signs up at one instance signs in at the other', async ({ instances }) => {
  const [first, second] = instances;
  const headers = { origin: first.origin };
  const joined = await sendForm(first.origin, '/admin/signup', { ...ANA }, { headers });
  expect(joined.status).toBe(303);
  const { code } = await nextMail(instances, ANA.email);
  const confirmed = await sendForm(
    first.origin,
    '/admin/signup-confirm',
    { email: ANA.email, code },
    { headers: { ...headers, cookie: joined.cookies.map(cookiePair).join('; ') } },
  );
  expect(confirmed.status).toBe(303);
  const cookie = await signInCookie(second.origin, ANA);
  expect((await readPage(second.origin, '/admin', { headers: { cookie } })).body).toContain(ANA.name);
});

test('what is published at one instance is there at once, and soon at the other', async ({ instances }) => {
  const [first, second] = instances;
  const token = (await first.meki('token', 'create', '--role', 'editor', '--name', 'Sync')).trim();
  const authorization = `Bearer ${token}`;
  const send = async (path: string, body: unknown) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${first.origin}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect([path, answer.ok, await answer.text()]).toEqual([path, true, expect.any(String)]);
  };
  const paths = { item: '/en/articles/written-by-a-program', list: '/en/articles', search: '/en/search?q=zebrawood' };
  for (const site of instances) {
    expect((await readPage(site.origin, paths.item)).status).toBe(404);
    for (const path of [paths.list, paths.list, paths.search])
      expect(await textOf(site, path)).not.toContain('Zebrawood');
  }
  await send('/items', {
    id: 'zebra',
    type: 'articles',
    sourceLanguage: 'en',
    languages: {
      en: {
        title: 'Zebrawood',
        slug: 'written-by-a-program',
        summary: 'Short.',
        body: { markdown: 'One.' },
        seo: { description: 'D' },
      },
    },
  });
  await send('/items/zebra/publish', { languages: ['en'] });
  expect((await readPage(first.origin, paths.item)).status, 'at once where it was published').toBe(200);
  expect(await textOf(first, paths.list)).toContain('Zebrawood');
  await expect.poll(async () => (await readPage(second.origin, paths.item)).status).toBe(200);
  await expect.poll(() => textOf(second, paths.list)).toContain('Zebrawood');
  for (const site of instances) {
    await expect.poll(() => textOf(site, paths.search)).toContain(paths.item);
    const list = `${site.origin}/api/v1/items?type=articles&q=zebrawood`;
    const listed = async () => (await fetch(list, { headers: { authorization } })).text();
    await expect.poll(listed, 'the search of the admin area').toContain('"zebra"');
  }
});

test('who is signed out at one instance is at the other', async ({ instances: [first, second] }) => {
  const cookie = await signInCookie(second.origin, ANA);
  expect((await readPage(second.origin, '/admin', { headers: { cookie } })).status).toBe(200);
  await first.meki('user', 'sign-out', ANA.email);
  expect((await readPage(second.origin, '/admin', { headers: { cookie } })).status).toBe(302);
});

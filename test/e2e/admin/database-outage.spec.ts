import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';
import { startCutProxy } from '../../helpers/cloud/cut-proxy.ts';
import { startCloud } from '../../helpers/cloud/start-cloud.ts';
import { whyNoFireemu } from '../../helpers/cloud/start-fireemu.ts';
import { createAccounts } from '../../helpers/data-folders/create-accounts.ts';
import { markCloudSite } from '../../helpers/data-folders/open-site.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { readPage } from '../../helpers/requests/send-form.ts';
import { enterAs, signInCookie } from '../../helpers/servers/sign-in-cookie.ts';
import { startSite } from '../../helpers/servers/start-site.ts';

const missing = whyNoFireemu();
test.skip(missing !== undefined, missing);

const SENTENCE = 'The server can’t read or save data right now.';
const OPENS = 'This page will open by itself as soon as the server answers.';
const DEEP = '/en/admin/audit?language=es';

test('while the database is away, pages say so, and open by themselves once it is back', async ({
  page,
  context,
  expected,
}) => {
  expected.problem(/\b503\b/);
  const cloud = await startCloud();
  const prepared = await mkdtemp(join(tmpdir(), 'meki-prepared-'));
  markCloudSite(prepared, cloud.variables);
  await createAccounts(prepared, [{ ...ANA, role: 'owner' }]);
  const database = await startCutProxy(cloud.variables.FIRESTORE_EMULATOR_HOST ?? '');
  const site = await startSite({ ...cloud.variables, FIRESTORE_EMULATOR_HOST: database.host, MEKI_SAMPLE: 'false' });
  try {
    const headers = { cookie: await signInCookie(site.origin, ANA) };
    await enterAs(context, site.origin, ANA);
    await page.goto(`${site.origin}/en/admin`);
    await hydrated(page);
    const other = await context.newPage();
    database.fail('refused');

    await test.step('an address says it, and when to ask again, with the status of it', async () => {
      const answer = await readPage(site.origin, DEEP, { headers });
      expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('set-cookie')]).toEqual([
        503,
        '5',
        null,
      ]);
      expect(answer.body).toContain(SENTENCE);
      const data = await readPage(site.origin, DEEP.replace('?', '.data?'), { headers });
      expect([data.status, data.headers.get('retry-after')]).toEqual([503, '5']);
    });

    await test.step('so do a page that is opened, and one that a link leads to', async () => {
      await other.goto(site.origin + DEEP);
      await page.getByRole('link', { name: 'Inbox', exact: true }).first().click();
      for (const one of [other, page]) {
        await expect(one.getByText(SENTENCE)).toBeVisible();
        await expect(one.getByRole('status').getByText(OPENS)).toBeVisible();
      }
    });

    database.heal();
    await expect(other.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
    expect(other.url()).toBe(site.origin + DEEP);
  } finally {
    await site.stop();
    await database.close();
    await cloud.stop();
  }
});

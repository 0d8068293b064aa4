import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { variablesOf } from '../../helpers/data-folders/open-site.ts';
import { HAS_SAMPLE, NO_SAMPLE } from '../../helpers/has-sample.ts';
import { ROOT } from '../../helpers/project-root.ts';
import { fillFolder } from '../../helpers/servers/prepared-folder.ts';
import { runMeki } from '../../helpers/servers/run-meki.ts';
import { test as base, expect } from '../../helpers/servers/served-test.ts';
import { type Shared, useWithoutErrors } from '../../helpers/servers/share-in-worker.ts';
import type { SiteHost } from '../../helpers/servers/site-host.ts';
import { type RunningSite, run } from '../../helpers/servers/start-site.ts';

async function shareSite(host: SiteHost): Promise<Shared<RunningSite>> {
  const site = await host.startSite({}, (dataDir) => fillFolder(dataDir, { hasSample: true }));
  expect(site.errors, 'the server has nothing to report').toEqual([]);
  return { value: site, end: () => site.stop() };
}

/** One site for all tests, and a folder for the client. */
const test = base.extend<{ site: RunningSite; folder: string }>({
  site: [async ({ share }, use) => useWithoutErrors(await share(shareSite), use), { timeout: 180_000 }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first parameter
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'meki-client-'));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

test.skip(!HAS_SAMPLE, NO_SAMPLE);

// In one worker, so that there is one site.
test.describe.configure({ mode: 'default' });

/** Runs a command beside the server. @returns what it says */
async function runCommand({ dataDir }: RunningSite, args: string[]): Promise<string> {
  const { code, out, error } = await runMeki(variablesOf(dataDir), args);
  expect(code, error).toBe(0);
  return out;
}

async function createToken(site: RunningSite, role: string, name: string): Promise<string> {
  return (await runCommand(site, ['token', 'create', '--role', role, '--name', name])).trim();
}

test('a client made from the description writes an item and publishes it, and both pages are there', async ({
  site,
  folder,
}) => {
  const description = await fetch(`${site.origin}/api/v1/openapi.json`);
  expect(description.status).toBe(200);
  const [spec, client] = [join(folder, 'openapi.json'), join(folder, 'client.ts')];
  await writeFile(spec, await description.text());
  await run(['node_modules/oazapfts/dist/cli.js', spec, client]);
  const token = await createToken(site, 'editor', 'Sync');

  const told = JSON.parse(await run(['test/helpers/api/api-program.ts', client, site.origin, token]));
  expect(told).toMatchObject({
    created: { status: 201, data: { id: 'escrito-por-un-programa' } },
    edited: { status: 200 },
    stale: { status: 412 },
    health: { data: { languages: { en: { counts: { stale: 1, missing: 0 } } } } },
    published: {
      status: 200,
      data: {
        languages: {
          es: { state: 'published', title: 'Escrito por un programa', body: { markdown: '## Uno\n\nOtra frase.\n' } },
          en: { state: 'published', url: `${site.origin}/en/articles/written-by-a-program` },
        },
      },
    },
    refused: { status: 422 },
    listed: { data: { items: [{ id: 'escrito-por-un-programa' }] } },
  });
  for (const [path, text] of [
    ['/articulos/escrito-por-un-programa', 'Otra frase.'],
    ['/en/articles/written-by-a-program', 'First sentence.'],
  ] as const) {
    const page = await fetch(site.origin + path);
    expect([path, page.status]).toEqual([path, 200]);
    expect(await page.text()).toContain(text);
  }
});

test('a token that is revoked while the server runs opens nothing any more, and is on record', async ({ site }) => {
  const token = await createToken(site, 'owner', 'Robot');
  const ask = () => fetch(`${site.origin}/api/v1/items`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask()).status).toBe(200);
  await runCommand(site, ['token', 'revoke', token.split('_')[1] ?? '']);
  const refused = await ask();
  expect(refused.status).toBe(401);
  expect(refused.headers.get('content-type')).toBe('application/problem+json');
});

test('what a program writes is nowhere public before it is published', async ({ site }) => {
  const token = await createToken(site, 'author', 'Borrador');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    type: 'news',
    sourceLanguage: 'es',
    tags: ['chest'],
    languages: { es: { title: 'Canario secreto', slug: 'canario', body: { markdown: 'Canario.' } } },
  });
  expect((await fetch(`${site.origin}/api/v1/items`, { method: 'POST', headers, body })).status).toBe(201);
  const paths = [
    '/',
    '/noticias',
    '/noticias/canario',
    '/sitemap.xml',
    '/es/feed.xml',
    '/search?q=secreto',
    '/en/news',
  ];
  for (const path of paths) {
    const page = await fetch(site.origin + path);
    expect(await page.text(), path).not.toMatch(/canario secreto|Canario\./i);
  }
});

test('a browser on another site cannot use it, and cookies mean nothing to it', async ({ site }) => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', cookie: 'meki_session=x' };
  const preflight = await fetch(`${site.origin}/api/v1/items`, { method: 'OPTIONS', headers });
  expect(preflight.status).toBe(405);
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  expect((await fetch(`${site.origin}/api/v1/items`, { method: 'POST', headers, body: '{}' })).status).toBe(401);
});

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';
import { startCloud } from '../../helpers/cloud/start-cloud.ts';
import { whyNoFireemu } from '../../helpers/cloud/start-fireemu.ts';
import { markCloudSite } from '../../helpers/data-folders/open-site.ts';
import { readItem } from '../../helpers/data-folders/write-items.ts';
import { HAS_SAMPLE, NO_SAMPLE } from '../../helpers/has-sample.ts';
import { createEditorPage, OWNER } from '../../helpers/items/editor-page.ts';
import { ARTICLE, ARTICLE_PATH } from '../../helpers/items/item-site-test.ts';
import { makeOtherBuild } from '../../helpers/servers/other-build.ts';
import { fillFolder } from '../../helpers/servers/prepared-folder.ts';
import { startRoundRobin } from '../../helpers/servers/round-robin.ts';
import { enterAs } from '../../helpers/servers/sign-in-cookie.ts';
import { createSiteHost } from '../../helpers/servers/site-host.ts';
import { removeFolder } from '../../helpers/servers/start-site.ts';

const missing = whyNoFireemu();
test.skip(missing !== undefined, missing);
test.skip(!HAS_SAMPLE, NO_SAMPLE);

const PAGES = [
  '/',
  '/en',
  '/faq',
  '/articulos',
  '/en/studies',
  '/contact',
  '/search?q=agua',
  '/admin/signin',
  '/sitemap.xml',
];

/** Milliseconds between the pages of a reader. */
const PAUSE = 200;

/** A site on three instances behind a balancer, which are replaced one after another. */
async function startInstances() {
  const cloud = await startCloud();
  const other = makeOtherBuild();
  const dataDir = await mkdtemp(join(tmpdir(), 'meki-rolling-'));
  markCloudSite(dataDir, cloud.variables);
  await fillFolder(dataDir, { hasSample: true, people: [OWNER], items: [ARTICLE] });
  const proxy = await startRoundRobin();
  const origin = `http://localhost:${proxy.port}`;
  const variables = { ...cloud.variables, MEKI_SAMPLE: 'false', MEKI_ORIGIN: origin };
  async function startInstance(isOther: boolean) {
    const host = createSiteHost();
    const site = await host.startSite({ ...variables, ...(isOther && { TEST_BUILD: other.folder }) });
    return {
      origin: site.origin,
      async stop() {
        const { errors } = site;
        await site.stop();
        await host.close();
        return errors;
      },
    };
  }
  const instances = await Promise.all([1, 2, 3].map(() => startInstance(false)));
  const balance = () => proxy.sendTo(instances.map((instance) => instance.origin));
  balance();
  return {
    origin,
    dataDir,
    /** As docs/cloud.md says: start one beside the others, send it requests, send an old one no more, end that. @returns logged errors */
    async replaceAll(isOther: boolean): Promise<string[]> {
      const errors: string[] = [];
      for (const old of [...instances]) {
        instances.push(await startInstance(isOther));
        instances.splice(instances.indexOf(old), 1);
        balance();
        errors.push(...(await old.stop()));
      }
      return errors;
    },
    async end() {
      await proxy.close();
      for (const instance of instances) await instance.stop();
      await cloud.stop();
      other.remove();
      await removeFolder(dataDir);
    },
  };
}

/** Reads pages and their assets, over and over, until `isOver`. @returns how many, and the answers that a reader would not expect */
async function readOn(origin: string, isOver: () => boolean) {
  const bad: string[] = [];
  let count = 0;
  const ask = async (path: string) => {
    count += 1;
    const answer = await fetch(origin + path).catch((error: Error) => error);
    if (answer instanceof Error || !answer.ok) bad.push(`${path}: ${answer instanceof Error ? answer : answer.status}`);
    return answer instanceof Error ? '' : answer.text();
  };
  const readers = [0, 1, 2].map(async (first) => {
    for (let turn = first; !isOver(); turn++) {
      // As people do, not as fast as possible: the instances start meanwhile.
      await setTimeout(PAUSE);
      const html = await ask(PAGES[turn % PAGES.length] ?? '/');
      for (const [asset] of html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)) await ask(asset);
    }
  });
  await Promise.all(readers);
  return { count, bad };
}

/** Types numbered words, until `isOver`. @returns them */
async function writeOn(page: Page, prefix: string, isOver: () => boolean): Promise<string> {
  const words: string[] = [];
  while (!isOver()) {
    words.push(`${prefix}${words.length} `);
    await page.keyboard.type(words.at(-1) ?? '', { delay: 40 });
  }
  return words.join('');
}

test('three instances are updated under load, forward and back: no page fails, no word is lost, no editor is without its text', async ({
  context,
  expected,
}) => {
  test.setTimeout(600_000);
  // Sockets end with their instance.
  expected.problem(/WebSocket/, /net::ERR_\w+.*\/admin\/live/);
  const site = await startInstances();
  try {
    await enterAs(context, site.origin, OWNER);
    const page = await context.newPage();
    const editor = createEditorPage(page);
    const open = async () => {
      await page.goto(site.origin + ARTICLE_PATH);
      await expect(editor.text('español')).toBeVisible();
      await editor.expectSaved();
      await editor.caretAtEnd(editor.text('español').getByText('Beba agua.'));
    };
    await open();
    let written = 'Beba agua.';
    for (const [isOther, prefix] of [
      [true, 'adelante'],
      [false, 'atrás'],
    ] as const) {
      let isOver = false;
      const replaced = site.replaceAll(isOther).finally(() => {
        isOver = true;
      });
      const [errors, read, words] = await Promise.all([
        replaced,
        readOn(site.origin, () => isOver),
        writeOn(page, prefix, () => isOver),
      ]);
      written += words;
      expect(read.bad, `of ${read.count} answers`).toEqual([]);
      expect(read.count).toBeGreaterThan(50);
      expect(errors).toEqual([]);
      // The window that was open all the time has everything, and goes on.
      await editor.expectSaved();
      await expect(editor.text('español')).toContainText(written.trim());
      // The next page comes with its own build, as a document.
      await page.evaluate(() => Object.assign(window, { isFormer: true }));
      await page.getByRole('link', { name: 'Artículos' }).first().click();
      await expect(page.getByRole('link', { name: 'El ayuno antes del estudio' }).first()).toBeVisible();
      expect(await page.evaluate(() => 'isFormer' in window)).toBe(false);
      await hydrated(page);
      await page.getByRole('link', { name: 'El ayuno antes del estudio' }).first().click();
      await expect(editor.text('español')).toContainText(written.trim());
      await editor.expectSaved();
      await editor.caretAtEnd(editor.text('español').locator('p').last());
    }
    await expect
      .poll(async () => JSON.stringify((await readItem(site.dataDir, ARTICLE.id)).languages.es?.body))
      .toContain(written.trim());
    // Before its server goes.
    await page.close();
  } finally {
    await site.end();
  }
});

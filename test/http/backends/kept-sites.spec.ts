import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEPT } from '../../fixtures/kept-sites/kept-site.ts';
import { ROOT } from '../../helpers/project-root.ts';
import { createPlainBrowser } from '../../helpers/requests/plain-browser.ts';
import { readPage } from '../../helpers/requests/send-form.ts';
import { runMeki } from '../../helpers/servers/run-meki.ts';
import { expect, test } from '../../helpers/servers/served-test.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';

const FOLDER = join(ROOT, 'test/fixtures/kept-sites');

/** Backups of sites, one for each released version and for the present one. */
const ARCHIVES = readdirSync(FOLDER).filter((name) => name.endsWith('.tar.gz'));

const { pages, drafts } = KEPT;
const EDITOR = `/admin/items/articles/${KEPT.item}`;

/** Runs a command on a data folder. @returns what it says */
async function meki(dataDir: string, ...args: string[]): Promise<string> {
  const { code, out, error } = await runMeki({ MEKI_DATA_DIR: dataDir }, args);
  expect(code, out + error).toBe(0);
  return out;
}

for (const archive of ARCHIVES) {
  test(`the site of ${archive} is opened with all that it had, and goes on`, async ({ host }) => {
    const backup = await mkdtemp(join(tmpdir(), 'meki-kept-'));
    execFileSync('tar', ['--extract', '--gzip', '--file', join(FOLDER, archive), '--directory', backup]);
    const site = await host.startSite({ MEKI_SAMPLE: 'false' }, async (dataDir) => {
      await meki(dataDir, 'restore', backup);
      // Every document fits its schema.
      await meki(dataDir, 'doctor');
    });
    const textOf = async (path: string) => {
      const { status, body } = await readPage(site.origin, path);
      expect(status, path).toBe(200);
      return body;
    };
    const says = async (path: string, text: string) => (await textOf(path)).includes(text);
    try {
      for (const { path, text } of Object.values(pages)) expect(await says(path, text), path).toBe(true);
      expect(await says(pages.en.path, 'Dr Ana Ruiz')).toBe(true);
      expect(await says('/articulos?tag=preparation', pages.es.path)).toBe(true);
      expect(await says('/sitemap.xml', pages.en.path)).toBe(true);
      expect((await readPage(site.origin, KEPT.oldAddress)).headers.get('location')).toBe(pages.es.path);
      const picture = /\/media\/\w+\/original/.exec(await textOf(pages.es.path))?.[0] ?? '';
      expect(await textOf(picture)).toContain('M0 0h64v36H0z');
      await expect.poll(() => says('/search?q=ayunar', pages.es.path)).toBe(true);

      const owner = createPlainBrowser(site.origin, await signInCookie(site.origin, KEPT.owner));
      // What was typed last is settled after the start.
      await expect.poll(async () => (await owner.open(EDITOR)).text).toContain(drafts.settled + drafts.typed);
      const history = (await owner.open(`${EDITOR}/revisions`)).text;
      for (const entry of [KEPT.savedVersion, 'Publicación 1', 'Publicación 2']) expect(history).toContain(entry);
      const people = (await owner.open('/admin/people')).text;
      for (const { name } of [KEPT.owner, KEPT.translator]) expect(people).toContain(name);
      expect(await meki(site.dataDir, 'token', 'list')).toContain(KEPT.program);
      await signInCookie(site.origin, KEPT.translator);

      await owner.open(`${EDITOR}/publish`);
      await owner.press('Publicar');
      // The English title is behind the Spanish one.
      await owner.press('Publicar de todos modos');
      await expect.poll(() => says(pages.es.path, drafts.settled + drafts.typed)).toBe(true);
    } finally {
      await site.stop();
      await rm(backup, { recursive: true });
    }
  });
}

test('there is a kept site of the present version', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(ARCHIVES).toContain(`${version}.tar.gz`);
});

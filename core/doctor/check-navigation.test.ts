import { expect, test } from 'vitest';
import { createContentSite, testConfig } from '../../test/helpers/content/create-content-site.ts';
import { finishedLanguage } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { fixedPageNotes, navigationNotes } from './check-navigation.ts';

test('the home page and pages that every site may have are named until they are published', async () => {
  const site = createContentSite();
  const config = { ...testConfig, navigation: ['notice', 'about'] };
  const home = expect.stringContaining('the home page is not published: "/" answers 404');
  const about = expect.stringContaining('no page "about" is published');
  expect(await fixedPageNotes(site.store, config)).toEqual([home, about]);
  await publishPage(site, 'home');
  expect(await fixedPageNotes(site.store, config)).toEqual([about]);
  await publishPage(site, 'about');
  expect(await fixedPageNotes(site.store, config)).toEqual([]);
});

async function publishPage(site: ReturnType<typeof createContentSite>, id: string) {
  await site.putItem(id, 'pages', { es: finishedLanguage(id) });
  expect(await publish(site, id, ['es'])).toMatchObject({ ok: true });
}

test('a page in the navigation is named until it is published', async () => {
  const site = createContentSite();
  const config = { ...testConfig, navigation: ['notice', 'about', 'find-us'] };
  const note = expect.stringContaining('no page "find-us" is published');
  expect(await navigationNotes(site.store, config)).toEqual([note]);
  await site.putItem('find-us', 'pages', { es: finishedLanguage('llegar') });
  expect(await navigationNotes(site.store, config)).toEqual([note]);
  expect(await publish(site, 'find-us', ['es'])).toMatchObject({ ok: true });
  expect(await navigationNotes(site.store, config)).toEqual([]);
});

import { expect, test } from 'vitest';
import { createContentSite, testConfig } from '../../test/helpers/create-content-site.ts';
import { finishedLanguage } from '../../test/helpers/create-item-site.ts';
import { publish } from '../../test/helpers/publish.ts';
import { navigationNotes } from './check-navigation.ts';

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

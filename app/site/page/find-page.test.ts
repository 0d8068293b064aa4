import { expect, test } from 'vitest';
import { createContentSite, testLanguage } from '../../../test/helpers/content/create-content-site.ts';
import { publish } from '../../../test/helpers/content/publish.ts';
import type { PageServices } from '../../context/context.ts';
import { findPage, findPageMove } from './find-page.ts';

test('a page that has moved is found at its new address from its old one, in each language', async () => {
  const site = createContentSite();
  const services = { config: site.config, content: site.content } as PageServices;
  const languages = (es: string, en: string) => ({ es: testLanguage(es), en: testLanguage(en) });
  await site.putItem('team', 'pages', languages('equipo', 'team'));
  await publish(site, 'team', ['es', 'en']);
  expect(await findPageMove(services, 'es', 'equipo')).toBeUndefined();
  await site.editItem('team', (item) => ({
    ...item,
    languages: {
      es: { ...item.languages.es, ...testLanguage('nuestro-equipo') },
      en: { ...item.languages.en, ...testLanguage('our-team') },
    },
  }));
  await publish(site, 'team', ['es', 'en']);
  expect(await findPage(services, 'es', 'equipo')).toBeUndefined();
  expect(await findPageMove(services, 'es', 'equipo')).toBe('/nuestro-equipo');
  expect(await findPageMove(services, 'en', 'team')).toBe('/en/our-team');
  expect(await findPageMove(services, 'es', 'nadie')).toBeUndefined();
  expect(await findPageMove(services, 'es', 'our-team'), 'of the other language').toBe('/nuestro-equipo');
});

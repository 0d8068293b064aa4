import { expect, test } from 'vitest';
import type { Actor } from '#core/access/actor.ts';
import { movePage } from '#core/items/move-page.ts';
import { createContentSite, testLanguage } from '../../../test/helpers/content/create-content-site.ts';
import { publish } from '../../../test/helpers/content/publish.ts';
import type { PageServices } from '../../context/context.ts';
import { findPage, findPageAt } from './read-page.ts';

const eva: Actor = { kind: 'person', id: 'eva', name: 'Eva', role: 'editor', languages: [], disabled: false };

const languages = (es: string, en: string) => ({ es: testLanguage(es), en: testLanguage(en) });

test('a page that has moved is found at its new address from its old one, in each language', async () => {
  const site = createContentSite();
  const services = { config: site.config, content: site.content } as PageServices;
  await site.putItem('team', 'pages', languages('equipo', 'team'));
  await publish(site, 'team', ['es', 'en']);
  expect(await findPageAt(services, 'es', '/equipo')).toMatchObject({ publication: { itemId: 'team' } });
  await site.editItem('team', (item) => ({
    ...item,
    languages: {
      es: { ...item.languages.es, ...testLanguage('nuestro-equipo') },
      en: { ...item.languages.en, ...testLanguage('our-team') },
    },
  }));
  await publish(site, 'team', ['es', 'en']);
  expect(await findPage(services, 'es', 'equipo')).toBeUndefined();
  expect(await findPageAt(services, 'es', '/equipo')).toEqual({ movedTo: '/nuestro-equipo' });
  expect(await findPageAt(services, 'en', '/team')).toEqual({ movedTo: '/en/our-team' });
  expect(await findPageAt(services, 'es', '/nadie')).toBeUndefined();
  expect(await findPageAt(services, 'es', '/our-team'), 'of the other language').toEqual({
    movedTo: '/nuestro-equipo',
  });
});

test('a page below another one is at its whole path alone, and every other one that ends in it leads there', async () => {
  const site = createContentSite();
  const services = { config: site.config, content: site.content } as PageServices;
  await site.putItem('services', 'pages', languages('servicios', 'services'));
  await site.putItem('children', 'pages', languages('ninos', 'children'));
  for (const id of ['services', 'children']) await publish(site, id, ['es', 'en']);
  await movePage(site, eva, { id: 'children', parent: 'services' });
  for (const [locale, path] of [
    ['es', '/servicios/ninos'],
    ['en', '/services/children'],
  ] as const) {
    expect(await findPageAt(services, locale, path)).toMatchObject({ publication: { itemId: 'children' } });
  }
  for (const path of ['/ninos', '/children', '/otra/ninos', '/a/b/c/ninos', '/services/ninos']) {
    expect(await findPageAt(services, 'es', path), path).toEqual({ movedTo: '/servicios/ninos' });
  }
  expect(await findPageAt(services, 'es', '/ninos/servicios')).toEqual({ movedTo: '/servicios' });
});

import { expect, test } from 'vitest';
import { createApiToken } from '#core/tokens/api-tokens.ts';
import { createItemSite, finishedLanguage } from '../../../test/helpers/content/create-item-site.ts';
import { publish } from '../../../test/helpers/content/publish.ts';
import { countWork } from '../../../test/helpers/documents/count-work.ts';
import { createFakeLog } from '../../testing/fake-log.ts';
import { createContentApi } from './create-content-api.ts';

/** The Content API over drafts that read nothing themselves, and a program that is an editor. */
async function openApi() {
  const site = createItemSite();
  const { store, drafts, config } = site;
  const calls = { noteRefusal() {}, addressOf() {} };
  const services = { config, origin: 'https://example.org', store, drafts, log: createFakeLog(), ...calls };
  const api = createContentApi(services as never);
  const made = await createApiToken({ store }, { kind: 'command-line' }, { name: 'p', role: 'editor' });
  const send = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${made.ok ? made.token : ''}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await api.fetch(new Request(`https://example.org/api/v1${path}`, request));
    return { status: response.status, body: await response.json() };
  };
  return { ...site, send };
}

test('the Content API settles each draft once and reads each document once, whether it refuses or publishes', async () => {
  const site = await openApi();
  for (const id of ['a', 'b']) {
    await site.putItem(id, 'not-found', { es: finishedLanguage(`${id}-es`), en: finishedLanguage(`${id}-en`) });
    await publish(site, id, ['es', 'en']);
  }
  const rename = (id: string, slug: string) =>
    site.editItem(id, (item) => {
      const { es } = item.languages;
      return es ? { ...item, languages: { ...item.languages, es: { ...es, slug, state: 'changed' as const } } } : item;
    });
  await rename('a', 'b-es');
  const work = countWork(site);
  const refused = await site.send('/items/a/publish', { languages: ['es'] });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ code: 'slug-taken' }] } });
  expect(work.take()).toEqual({ settled: { a: 1 }, readAgain: [] });
  await rename('a', 'c-es');
  work.take();
  expect(await site.send('/items/a/publish', { languages: ['es'] })).toMatchObject({ status: 200 });
  expect(work.take()).toEqual({ settled: { a: 1 }, readAgain: [] });
  expect(await site.send('/items/a/unpublish', { languages: ['en'] })).toMatchObject({ status: 200 });
  expect(work.take()).toEqual({ settled: { a: 1 }, readAgain: [] });
});

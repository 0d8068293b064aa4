import { expect, test, vi } from 'vitest';
import type { Document, DocumentStore } from '#core/documents/document-store.ts';
import { MisfitDocument } from '#core/documents/errors.ts';
import siteConfig from '#site-config';
import { partial } from '../../test/helpers/partial.ts';
import { createMisfitHider } from './render-without-misfits.ts';
import type { RenderedPage } from './rendered-page.ts';

const CONTACT = 'publications/es:pages:contacto';
const HOME = 'publications/es:pages:home';
const CARD = 'publication-cards/es:a';

/** A site whose pages show the contact, and a list of cards; the page of the contact needs it. */
function createSite(...misfits: string[]) {
  const documents = new Map([CONTACT, HOME, CARD].map((path) => [path, { path, version: 1 }]));
  const store = partial<DocumentStore>({
    batchGet: async (paths) => paths.map((path) => documents.get(path) as Document | undefined),
    runQuery: async () => [documents.get(CARD) as Document],
  });
  const onMisfit = vi.fn();
  const renderWithoutMisfits = createMisfitHider(siteConfig, onMisfit);
  const render = (target: string) =>
    renderWithoutMisfits(target, store, async (readFrom) => {
      const [contact, home] = await readFrom.batchGet([CONTACT, HOME]);
      const cards = await readFrom.runQuery({ collection: 'publication-cards' });
      const misfit = [contact, home, ...cards].find((document) => document && misfits.includes(document.path));
      const shown = new Map([
        ['/contacto', contact],
        ['/contacto.data', contact],
        ['/', home],
        ['/_root.data', home],
      ]).get(target);
      return partial<RenderedPage>({
        status: misfit ? 500 : !shown ? 404 : 200,
        body: `${contact ? 'contact ' : ''}${cards.length}`,
        ...(misfit && { error: new MisfitDocument(misfit.path, 'title: Invalid input') }),
      });
    });
  const told = () => onMisfit.mock.calls.map(([misfit]) => misfit.path);
  return { render, told, misfits, documents };
}

test('pages leave out what does not fit, which is told once', async () => {
  const { render, told } = createSite(CONTACT, CARD);
  for (let time = 0; time < 2; time++) expect(await render('/')).toMatchObject({ status: 200, body: '0' });
  expect(told()).toEqual([CONTACT, CARD]);
});

test('a page whose own publication does not fit fails, and is not missing; others that are missing are', async () => {
  const { render } = createSite(CONTACT);
  for (let time = 0; time < 2; time++) {
    expect(await render('/contacto')).toMatchObject({ status: 500, error: expect.any(MisfitDocument) });
    expect(await render('/contacto.data')).toMatchObject({ status: 500 });
    expect(await render('/nothing')).toMatchObject({ status: 404 });
    expect(await render('/nothing/contacto'), 'leads to it').toMatchObject({ status: 500 });
    expect(await render('/contacto/nothing')).toMatchObject({ status: 404 });
  }
});

test('where the start page does not fit, it fails, and what is missing is missing', async () => {
  const { render } = createSite(HOME);
  for (const target of ['/', '/_root.data']) expect(await render(target)).toMatchObject({ status: 500 });
  expect(await render('/nothing')).toMatchObject({ status: 404 });
});

test('what has changed is shown again', async () => {
  const { render, told, misfits, documents } = createSite(CONTACT);
  await render('/');
  misfits.length = 0;
  documents.set(CONTACT, { path: CONTACT, version: 2 });
  expect(await render('/')).toMatchObject({ status: 200, body: 'contact 1' });
  expect(told()).toEqual([CONTACT]);
});

import { expect, test, vi } from 'vitest';
import type { Document, DocumentStore } from '#core/documents/document-store.ts';
import { MisfitDocument } from '#core/documents/errors.ts';
import { partial } from '../../test/helpers/partial.ts';
import { createMisfitHider } from './render-without-misfits.ts';
import type { RenderedPage } from './rendered-page.ts';

const CONTACT = 'publications/es:pages:contacto';
const CARD = 'publication-cards/es:a';

/** A site whose pages show the contact, and a list of cards; the page of the contact needs it. */
function createSite(...misfits: string[]) {
  const documents = new Map([CONTACT, CARD].map((path) => [path, { path, version: 1 }]));
  const store = partial<DocumentStore>({
    batchGet: async (paths) => paths.map((path) => documents.get(path) as Document | undefined),
    runQuery: async () => [documents.get(CARD) as Document],
  });
  const onMisfit = vi.fn();
  const renderWithoutMisfits = createMisfitHider(onMisfit);
  const render = (target: string) =>
    renderWithoutMisfits(target, store, async (readFrom) => {
      const [contact] = await readFrom.batchGet([CONTACT]);
      const cards = await readFrom.runQuery({ collection: 'publication-cards' });
      const misfit = [contact, ...cards].find((document) => document && misfits.includes(document.path));
      const isMissing = target === '/nothing' || (target === '/contacto' && !contact);
      return partial<RenderedPage>({
        status: misfit ? 500 : isMissing ? 404 : 200,
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
    expect(await render('/nothing')).toMatchObject({ status: 404 });
  }
});

test('what has changed is shown again', async () => {
  const { render, told, misfits, documents } = createSite(CONTACT);
  await render('/');
  misfits.length = 0;
  documents.set(CONTACT, { path: CONTACT, version: 2 });
  expect(await render('/')).toMatchObject({ status: 200, body: 'contact 1' });
  expect(told()).toEqual([CONTACT]);
});

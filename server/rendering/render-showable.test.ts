import { expect, test, vi } from 'vitest';
import type { Publication, PublicationCard } from '#core/content/publication.ts';
import type { Document, DocumentStore } from '#core/documents/document-store.ts';
import { MisfitDocument, StoreUnavailable } from '#core/documents/errors.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import siteConfig from '#site-config';
import { partial } from '../../test/helpers/partial.ts';
import { createMisfitHider, createShowableRenderer, type UnshownPart } from './render-showable.ts';
import type { RenderedPage } from './rendered-page.ts';

const FIELDS = { phone: '1', hours: '7 am', motto: 'x' };

const contact = (publishedAt: number) =>
  partial<Publication>({
    itemId: 'contact',
    language: 'es',
    publishedAt,
    fields: FIELDS,
    body: { type: 'doc', content: [{ type: 'paragraph' }] },
  });

const card = (itemId: string) => partial<PublicationCard>({ itemId, contentLanguage: 'es', publishedAt: 1 });

/** A page that shows a publication and cards, and fails if `fails` says so of anything that it reads. */
function createPage(fails: (name: string) => unknown, publishedAt = 1) {
  let renders = 0;
  const content = partial<PublishedContent>({
    resolve: async () => ({ kind: 'item', publication: contact(publishedAt), alternates: {} }),
    cards: async (_, ids) => ids.map(card),
  });
  const render = async (adapt: (content: PublishedContent) => PublishedContent): Promise<RenderedPage> => {
    renders++;
    const shown = adapt(content);
    const found = await shown.resolve('es', 'pages', 'contact');
    const cards = await shown.cards('es', ['a', 'b', 'c']);
    const page = 'publication' in found ? found.publication : undefined;
    const names = [
      ...Object.keys(page?.fields ?? {}),
      ...(page?.body.content.map(() => 'body') ?? []),
      ...cards.map(({ itemId }) => itemId),
    ];
    const error = names.map(fails).find((found) => found !== undefined) ?? fails('frame');
    const rest = { headers: new Headers(), inline: { scripts: [], styles: [] } };
    return error === undefined
      ? { ...rest, status: 200, body: names.join() }
      : { ...rest, status: 500, body: '', error };
  };
  return { render, renders: () => renders };
}

function createRenderer() {
  const told: UnshownPart[] = [];
  return { ...createShowableRenderer((part) => told.push(part)), told };
}

const failing =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name) ? new RangeError(`${name} cannot be shown`) : undefined;

test('a page that can be shown is rendered once', async () => {
  const { page, told } = createRenderer();
  const { render, renders } = createPage(() => undefined);
  expect(await page(render)).toMatchObject({ status: 200, body: 'phone,hours,motto,body,a,b,c' });
  expect([renders(), told]).toEqual([1, []]);
});

test.each([
  { bad: ['hours'], body: 'phone,motto,body,a,b,c', parts: ['field:hours'] },
  { bad: ['b'], body: 'phone,hours,motto,body,a,c', parts: ['entry'] },
  { bad: ['body'], body: 'phone,hours,motto,a,b,c', parts: ['body'] },
  { bad: ['phone', 'motto', 'c'], body: 'hours,body,a,b', parts: ['field:phone', 'field:motto', 'entry'] },
])('a page is shown without what makes it fail: $bad', async ({ bad, body, parts }) => {
  const { page, told } = createRenderer();
  expect(await page(createPage(failing(...bad)).render)).toMatchObject({ status: 200, body });
  expect(told.map(({ part }) => part)).toEqual(parts);
  expect(told.map(({ cause }) => String(cause))).toEqual(bad.map((name) => `RangeError: ${name} cannot be shown`));
});

test('what was found is told once and left out at once, until the document is published again', async () => {
  const { page, told } = createRenderer();
  await page(createPage(failing('hours')).render);
  const again = createPage(failing('hours'));
  expect(await page(again.render)).toMatchObject({ body: 'phone,motto,body,a,b,c' });
  expect([again.renders(), told.length]).toEqual([1, 1]);
  expect(await page(createPage(() => undefined, 2).render)).toMatchObject({ body: 'phone,hours,motto,body,a,b,c' });
});

test('a page that fails for another reason fails as it does, after one more try', async () => {
  const { page, told } = createRenderer();
  const { render, renders } = createPage(failing('frame'));
  expect(await page(render)).toMatchObject({ status: 500, error: new RangeError('frame cannot be shown') });
  expect([renders(), told]).toEqual([2, []]);
});

test('nothing is blamed for a database that is unavailable', async () => {
  const { page, told } = createRenderer();
  const { render, renders } = createPage((name) => (name === 'hours' ? new StoreUnavailable('busy') : undefined));
  expect(await page(render)).toMatchObject({ status: 500 });
  expect([renders(), told]).toEqual([1, []]);
});

test('a trial tells what its own publication cannot show, and remembers nothing of it', async () => {
  const { page, trial, told } = createRenderer();
  const isOwn = ({ itemId }: { itemId: string }) => itemId === 'contact';
  expect(await trial(createPage(failing('hours')).render, isOwn)).toMatchObject({ unshown: [{ part: 'field:hours' }] });
  expect(await page(createPage(() => undefined).render)).toMatchObject({ body: 'phone,hours,motto,body,a,b,c' });
  expect(told).toEqual([]);
});

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

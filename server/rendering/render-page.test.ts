import { RouterContextProvider, type ServerBuild } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { contentCollections } from '#core/content/collections.ts';
import type { Publication } from '#core/content/publication.ts';
import type { PublishedContent } from '#core/public-content/published-content.ts';
import config from '#site-config';
import type { AdminServices, RenderRecord } from '../../app/context/context.ts';
import { partial } from '../../test/helpers/partial.ts';
import { createPageRenderer, type LoadedApp, RenderDeadline, withPublicRoutes } from './render-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createRenderer(handle: (request: Request, admin?: AdminServices, record?: RenderRecord) => Promise<Response>) {
  let admin: AdminServices | undefined;
  let record: RenderRecord | undefined;
  const createPageContext: LoadedApp['build']['entry']['module']['createPageContext'] = (_services, given, lent) => {
    record = given;
    admin = lent?.admin;
    return new RouterContextProvider();
  };
  const module = partial<LoadedApp['build']['entry']['module']>({
    createPageContext,
    withDataInDocument: (build) => build,
  });
  const app: LoadedApp = {
    build: partial({ entry: { module } }),
    createRequestHandler: () => (request) => handle(request, admin, record),
  };
  const { page, forAdmin } = createPageRenderer({
    loadApp: async () => app,
    mode: 'production',
    services: { config, origin: 'https://example.org', search: undefined as never, icon: () => undefined },
  });
  const store = createMemoryDocumentStore({ collections: [] });
  return {
    render: (target: string, isForProgram?: boolean) => page(target, store, isForProgram),
    renderForAdmin: (services: Partial<AdminServices>) =>
      forAdmin(new Request('https://example.org/admin'), store, partial<AdminServices>({ store, ...services })),
  };
}

test('a page is rendered for its address on the site, and nothing else of a request', async () => {
  const { render } = createRenderer(async ({ url, method, headers }) =>
    Response.json({ url, method, headers: [...headers] }),
  );
  const { status, body } = await render('/en/studies?page=2');
  expect([status, JSON.parse(body)]).toEqual([
    200,
    { url: 'https://example.org/en/studies?page=2', method: 'GET', headers: [] },
  ]);
});

test('the app is told whether an error needs a document', async () => {
  const { render } = createRenderer(async (_request, _admin, record) => Response.json(record?.isForProgram === true));
  expect([(await render('/x')).body, (await render('/x', true)).body]).toEqual(['false', 'true']);
});

test('a render that takes fifteen seconds has failed, and is told to end', async () => {
  let signal: AbortSignal | undefined;
  const { render } = createRenderer((request) => {
    signal = request.signal;
    return new Promise(() => {});
  });
  const failed = vi.fn();
  render('/faq').catch(failed);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(failed).not.toHaveBeenCalled();
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ message: 'Request time out' }));
  expect(signal?.aborted).toBe(true);
});

/** A renderer whose pages show a publication, and fail if `fault` finds something in it. */
function createTrials(fault: (publication: Publication) => unknown) {
  let content: PublishedContent | undefined;
  let record: { error?: unknown } = {};
  const asked: string[] = [];
  const handle = async ({ url }: Request) => {
    asked.push(url);
    const found = await content?.resolve('es', 'articles', 'uno');
    record.error = found && 'publication' in found ? fault(found.publication) : new Error('Nothing is there');
    return new Response('', { status: record.error === undefined ? 200 : 500 });
  };
  const module = partial<LoadedApp['build']['entry']['module']>({
    createPageContext(services, own) {
      content = services.content;
      record = own;
      return new RouterContextProvider();
    },
    withDataInDocument: (build) => build,
  });
  const app: LoadedApp = { build: partial({ entry: { module } }), createRequestHandler: () => handle };
  const onUnshown = vi.fn();
  const renderer = createPageRenderer({
    loadApp: async () => app,
    mode: 'production',
    services: { config, origin: 'https://example.org', search: undefined as never, icon: () => undefined },
    onUnshown,
  });
  const store = createMemoryDocumentStore({ collections: contentCollections });
  const publication = partial<Publication>({
    ...{ itemId: 'a', type: 'articles', language: 'es', slug: 'uno', publishedAt: 5, firstPublishedAt: 5 },
    fields: { minutes: 5, steps: ['7 am'] },
    body: { type: 'doc', content: [] },
  });
  return { tryPage: () => renderer.tryPage(publication, store), asked, onUnshown };
}

test('the page of a publication that is not public yet is rendered at its address', async () => {
  const { tryPage, asked } = createTrials(() => undefined);
  expect(await tryPage()).toBeUndefined();
  expect(asked).toEqual(['https://example.org/articulos/uno']);
});

test('what its page cannot show is found, and nothing is reported of it', async () => {
  const { tryPage, onUnshown } = createTrials(({ fields }) => (fields.steps ? new RangeError('No time') : undefined));
  expect(await tryPage()).toEqual({ parts: ['field:steps'], cause: new RangeError('No time') });
  expect(onUnshown).not.toHaveBeenCalled();
  expect(await createTrials(() => new TypeError('No view')).tryPage()).toEqual({
    parts: [],
    cause: new TypeError('No view'),
  });
});

test('the time that a picture waits for its turn, and is judged, is not that of a render', async () => {
  const { renderForAdmin } = createRenderer(async (_, admin) => {
    const outcome = await admin?.storeFile({ kind: 'anonymous' }, { name: 'a.png', contents: new Blob() });
    return Response.json(outcome);
  });
  const storeFile: AdminServices['storeFile'] = async () => {
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    return { ok: false, reason: 'type', problem: 'is none' };
  };
  const rendering = renderForAdmin({ storeFile });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(JSON.parse((await rendering).body)).toMatchObject({ reason: 'type' });
});

test('work that takes too long fails, and is told to stop', async () => {
  const deadline = new RenderDeadline(1_000);
  const race = expect(deadline.race(() => new Promise(() => {}))).rejects.toThrow('Request time out');
  await vi.advanceTimersByTimeAsync(1_000);
  await race;
  expect(deadline.signal.aborted).toBe(true);
});

test('the time that a visitor takes to send a form is not that of the work', async () => {
  const deadline = new RenderDeadline(1_000);
  const sent = Promise.withResolvers<string>();
  const work = deadline.race(() => deadline.pauseFor(() => sent.promise));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deadline.signal.aborted).toBe(false);
  sent.resolve('a form');
  expect(await work).toBe('a form');
});

test('what was used before the wait is used', async () => {
  const deadline = new RenderDeadline(1_000);
  const sent = Promise.withResolvers<void>();
  const race = expect(deadline.race(() => workAround(deadline, sent.promise))).rejects.toThrow('Request time out');
  await vi.advanceTimersByTimeAsync(900);
  await vi.advanceTimersByTimeAsync(5_000);
  sent.resolve();
  await vi.advanceTimersByTimeAsync(100);
  await race;
});

async function workAround(deadline: RenderDeadline, wait: Promise<void>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 900));
  await deadline.pauseFor(() => wait);
  await new Promise(() => {});
}

type Route = NonNullable<ServerBuild['routes'][string]> & NonNullable<ServerBuild['assets']['routes'][string]>;

test('public pages are rendered without the routes of the admin area', () => {
  const routes = Object.fromEntries(
    [
      'root',
      'site/item',
      'site/listing.en',
      'preview:preview/:token',
      'admin/dashboard:admin',
      'admin/admin-layout.en',
      'account/signin:admin/signin',
    ].map((id) => [id, partial<Route>({ id })]),
  );
  const build = withPublicRoutes(partial<ServerBuild>({ assets: partial({ version: '1', routes }), routes }));
  const expected = ['root', 'site/item', 'site/listing.en', 'preview:preview/:token'];
  expect(Object.keys(build.routes)).toEqual(expected);
  expect(build.assets).toMatchObject({ version: '1' });
  expect(Object.keys(build.assets.routes)).toEqual(expected);
});

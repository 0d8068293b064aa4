import { RouterContextProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import config from '#site-config';
import { partial } from '../../test/helpers/partial.ts';
import { createPageRenderer, type LoadedApp } from './render-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createRenderer(handle: (request: Request) => Promise<Response>) {
  const createPageContext = () => new RouterContextProvider();
  const module = partial<LoadedApp['build']['entry']['module']>({
    createPageContext,
    withDataBeside: (build) => build,
  });
  const app: LoadedApp = { build: partial({ entry: { module } }), createRequestHandler: () => handle };
  const { page } = createPageRenderer({
    loadApp: async () => app,
    mode: 'production',
    services: { config, origin: 'https://example.org', search: undefined as never, icon: () => undefined },
  });
  return (target: string) => page(target, createMemoryDocumentStore({ collections: [] }));
}

test('a page is rendered for its address on the site, and nothing else of a request', async () => {
  const render = createRenderer(async ({ url, method, headers }) =>
    Response.json({ url, method, headers: [...headers] }),
  );
  const { status, body } = await render('/en/studies?page=2');
  expect([status, JSON.parse(body)]).toEqual([
    200,
    { url: 'https://example.org/en/studies?page=2', method: 'GET', headers: [] },
  ]);
});

test('a render that takes fifteen seconds has failed, and is told to end', async () => {
  let signal: AbortSignal | undefined;
  const render = createRenderer((request) => {
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

import { type ClientLoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../test/helpers/eventually.ts';
import { partial } from '../../test/helpers/partial.ts';
import { type BrowserServices, browserServices } from '../context/context.ts';
import { frameClientLoader, pageClientLoader } from './page-client-loader.ts';

const assign = vi.fn();
beforeEach(() => void vi.stubGlobal('window', { location: { assign } }));
afterEach(() => {
  vi.unstubAllGlobals();
  assign.mockReset();
});

type ServerLoader = ClientLoaderFunctionArgs['serverLoader'];

function createArgs(path: string, pages: Partial<BrowserServices['pages']> = {}) {
  const ensure = vi.fn(async () => {});
  const serverLoader = vi.fn(async () => 'from the server');
  const services: BrowserServices = {
    messages: partial({ ensure }),
    pages: partial({
      isOutdated: () => false,
      redirectOf: async () => undefined,
      load: async () => undefined,
      ...pages,
    }),
  };
  const context = new RouterContextProvider(new Map([[browserServices, services]]));
  const request = new Request(`https://site.example${path}`);
  return {
    args: partial<ClientLoaderFunctionArgs>({ request, context, serverLoader: serverLoader as ServerLoader }),
    ensure,
    serverLoader,
  };
}

describe('the client loader of a page', () => {
  it('gives the data of the page, and the frame its own, from the payload', async () => {
    const { args, serverLoader } = createArgs('/en/faq', { load: async () => ({ root: 'frame', faq: 'page' }) });
    expect(await pageClientLoader(args)).toBe('page');
    expect(await frameClientLoader(args)).toBe('frame');
    expect(serverLoader).not.toHaveBeenCalled();
  });

  it('asks the server where there is no payload, and gets the messages of the language beside it', async () => {
    const { args, ensure } = createArgs('/en/search');
    expect(await pageClientLoader(args)).toBe('from the server');
    expect(ensure).toHaveBeenCalledWith('en');
  });

  it('follows a route rule to another page without loading a document', async () => {
    const redirectOf = async () => ({ to: '/new', status: 307 as const, external: false });
    const thrown: unknown = await pageClientLoader(createArgs('/old', { redirectOf }).args).catch((answer) => answer);
    expect(thrown).toBeInstanceOf(Response);
    expect((thrown as Response).headers.get('location')).toBe('/new');
    expect(assign).not.toHaveBeenCalled();
  });

  it('leaves the site where a route rule leads elsewhere', async () => {
    const redirectOf = async () => ({ to: 'https://shop.example/', status: 307 as const, external: true });
    const { args, serverLoader } = createArgs('/shop', { redirectOf });
    void pageClientLoader(args);
    await eventually(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://shop.example/'));
    expect(serverLoader).not.toHaveBeenCalled();
  });

  it.each(['/admin', '/en/admin/people?a=1'])('loads a document for %s, whose route it does not know', async (path) => {
    const { args, serverLoader } = createArgs(path);
    void pageClientLoader(args);
    await eventually(() => expect(assign).toHaveBeenCalledExactlyOnceWith(`https://site.example${path}`));
    expect(serverLoader).not.toHaveBeenCalled();
  });

  it('loads a document once the server runs another build', async () => {
    void pageClientLoader(createArgs('/faq?a=1', { isOutdated: () => true }).args);
    await eventually(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://site.example/faq?a=1'));
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { localeSet } from '#site-config';
import { SIGNED_OUT } from '../../navigation/answer-marks.ts';
import { createRequestAnswerer, PATIENCE } from './answer-request.ts';

const ORIGIN = 'https://site.example';

interface Wanted {
  method?: string;
  mode?: string;
  destination?: string;
}

/** A request like a browser's; programs cannot create one with mode `navigate`. */
function requestFor(path: string, { method = 'GET', mode = 'navigate', destination = 'document' }: Wanted = {}) {
  const request = new Request(new URL(path, ORIGIN), { method });
  return Object.defineProperties(request, { mode: { value: mode }, destination: { value: destination } });
}

const dataOf = (path: string) => requestFor(path, { mode: 'cors', destination: '' });

function createWorker(fetch: (request: Request) => Promise<Response>, kept: { [key: string]: string } = {}) {
  const pages = {
    find: vi.fn(async (key: string) => (kept[key] === undefined ? undefined : new Response(kept[key]))),
    findFile: vi.fn(async (path: string) => (kept[path] === undefined ? undefined : new Response(kept[path]))),
    drop: vi.fn(async () => {}),
    forget: vi.fn(async () => {}),
  };
  const arrived: string[] = [];
  const answer = createRequestAnswerer({ set: localeSet, origin: ORIGIN, pages, fetch });
  return {
    pages,
    arrived,
    ask: (request: Request) => answer({ request, later: () => {}, arrived: (key) => arrived.push(key) }),
  };
}

const answering =
  (status: number, text = '') =>
  async () =>
    new Response(status === 204 ? null : text, { status });
const away = async () => {
  throw new TypeError('Failed to fetch');
};

afterEach(() => vi.useRealTimers());

describe('a document of the admin area', () => {
  it('comes from the server, and is at hand to be kept', async () => {
    const { ask, arrived } = createWorker(answering(200, 'fresh'), { '/admin': 'kept' });
    expect(await (await ask(requestFor('/admin')))?.text()).toBe('fresh');
    expect(arrived).toEqual(['/admin']);
  });

  it.each([
    ['the network is lost', away],
    ['a proxy says 502', answering(502)],
    ['a proxy says 503', answering(503)],
    ['a proxy says 504', answering(504)],
  ])('is as it was last seen when %s', async (_, fetch) => {
    const { ask, arrived } = createWorker(fetch, { '/admin/items/news/a': 'kept' });
    expect(await (await ask(requestFor('/admin/items/news/a?block=b')))?.text()).toBe('kept');
    expect(arrived).toEqual([]);
  });

  it('is as it was last seen when the server does not answer in time', async () => {
    vi.useFakeTimers();
    const { ask } = createWorker(() => new Promise(() => {}), { '/admin': 'kept' });
    const answer = ask(requestFor('/admin'));
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect(await (await answer)?.text()).toBe('kept');
  });

  it('is waited for when nothing is kept in its place', async () => {
    vi.useFakeTimers();
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { ask } = createWorker(() => promise);
    const answer = ask(requestFor('/admin'));
    await vi.advanceTimersByTimeAsync(PATIENCE);
    resolve(new Response('late'));
    expect(await (await answer)?.text()).toBe('late');
  });

  it.each([
    ['/admin/people', 'Sin conexión', 'es-MX', '/admin'],
    ['/en/admin/people', 'No connection', 'en-US', '/en/admin'],
  ])('that is not kept, %s, says without a network: %s', async (path, title, language, dashboard) => {
    const answer = await createWorker(away).ask(requestFor(path));
    expect(answer?.status).toBe(503);
    const text = await answer?.text();
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(`<html lang="${language}" dir="ltr">`);
    expect(text).toContain(`<a href="${dashboard}">`);
    const nonce = /<style nonce="([^"]+)">/.exec(text ?? '')?.[1];
    expect(answer?.headers.get('Content-Security-Policy')).toContain(`style-src 'nonce-${nonce}'`);
  });

  it.each([502, 503])('that is not kept is the answer of the proxy, %i', async (status) => {
    expect((await createWorker(answering(status)).ask(requestFor('/admin/people')))?.status).toBe(status);
  });

  it.each([403, 404])('that answers %i is no longer kept', async (status) => {
    const { ask, pages, arrived } = createWorker(answering(status), { '/admin/health': 'kept' });
    expect((await ask(requestFor('/admin/health')))?.status).toBe(status);
    expect(pages.drop).toHaveBeenCalledWith('/admin/health');
    expect(arrived).toEqual([]);
  });

  it('that fails on the server is shown as failed, and stays kept', async () => {
    const { ask, pages } = createWorker(answering(500), { '/admin': 'kept' });
    expect((await ask(requestFor('/admin')))?.status).toBe(500);
    expect(pages.drop).not.toHaveBeenCalled();
  });
});

describe('everything that is kept is forgotten', () => {
  it.each([
    requestFor('/admin/signin?after=ended'),
    requestFor('/en/admin/signin'),
    dataOf('/admin/signin.data?to=%2Fadmin'),
  ])('when $url says that nobody is signed in', async (request) => {
    const { ask, pages } = createWorker(async () => new Response('', { headers: { [SIGNED_OUT]: 'yes' } }));
    await ask(request);
    expect(pages.forget).toHaveBeenCalledOnce();
  });

  it.each([
    requestFor('/admin/signout', { method: 'POST' }),
    requestFor('/en/admin/signout.data', { method: 'POST', mode: 'cors', destination: '' }),
  ])('when somebody signed out by $url, and not before the server answered', async (request) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { ask, pages } = createWorker(() => promise);
    const answer = ask(request);
    expect(pages.forget).not.toHaveBeenCalled();
    // An opaque redirect, as a worker sees it.
    resolve(
      request.mode === 'navigate'
        ? Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' })
        : new Response(null, { status: 202 }),
    );
    await answer;
    expect(pages.forget).toHaveBeenCalledOnce();
  });

  it('but not when the server does not answer who signs out', async () => {
    const signOut = requestFor('/admin/signout.data', { method: 'POST', mode: 'cors', destination: '' });
    const lost = createWorker(away);
    await expect(lost.ask(signOut)).rejects.toThrow('Failed to fetch');
    const hidden = createWorker(answering(502));
    expect((await hidden.ask(signOut))?.status).toBe(502);
    for (const { pages } of [lost, hidden]) expect(pages.forget).not.toHaveBeenCalled();
  });

  it('but not when the page of signing in cannot be reached, or does not know', async () => {
    for (const fetch of [away, answering(200), answering(502)]) {
      const { ask, pages } = createWorker(fetch);
      await ask(requestFor('/admin/signin'));
      expect(pages.forget).not.toHaveBeenCalled();
    }
  });
});

describe('the data of a page', () => {
  it('comes from the server', async () => {
    const { ask } = createWorker(answering(200, 'data'));
    expect(await (await ask(dataOf('/admin/health.data?work=stale')))?.text()).toBe('data');
  });

  it.each([
    ['the network is lost', away],
    ['a proxy says 503', answering(503)],
  ])('leads to the document of the page when %s', async (_, fetch) => {
    const answer = await createWorker(fetch).ask(dataOf('/admin/health.data?work=stale&_routes=root'));
    expect(answer?.status).toBe(204);
    expect(answer?.headers.get('X-Remix-Redirect')).toBe('/admin/health?work=stale');
    expect(answer?.headers.get('X-Remix-Reload-Document')).toBe('true');
  });

  it('that the window does not wait for any more leads nowhere', async () => {
    const controller = new AbortController();
    const request = new Request(`${ORIGIN}/admin/health.data`, { signal: controller.signal });
    controller.abort();
    await expect(createWorker(away).ask(request)).rejects.toThrow('Failed to fetch');
  });

  it('that is refused takes the page away', async () => {
    const { ask, pages } = createWorker(answering(403));
    await ask(dataOf('/admin/health.data'));
    expect(pages.drop).toHaveBeenCalledWith('/admin/health');
  });
});

describe('a file of a build', () => {
  it('comes from the device first', async () => {
    const fetch = vi.fn(away);
    const { ask } = createWorker(fetch, { '/assets/a.js': 'code' });
    expect(await (await ask(requestFor('/assets/a.js', { mode: 'cors', destination: 'script' })))?.text()).toBe('code');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('comes from the server where the device has none', async () => {
    const { ask } = createWorker(answering(200, 'code'));
    expect(await (await ask(requestFor('/assets/a.js', { mode: 'cors', destination: 'script' })))?.text()).toBe('code');
  });
});

it.each([
  requestFor('/'),
  requestFor('/administration'),
  requestFor('/faq/_payload.json', { mode: 'cors', destination: '' }),
  requestFor('/admin/editor/slugs?slug=a', { mode: 'cors', destination: '' }),
  requestFor('/admin/items/news/a/preview/page', { destination: 'iframe' }),
  requestFor('/admin/items/news', { method: 'POST' }),
  requestFor('https://elsewhere.example/admin'),
])('$method $url is left to the browser', (request) => {
  const { ask, pages } = createWorker(away);
  expect(ask(request)).toBeUndefined();
  expect(pages.forget).not.toHaveBeenCalled();
});

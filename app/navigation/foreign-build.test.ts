import { RouterContextProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../test/helpers/eventually.ts';
import { partial } from '../../test/helpers/partial.ts';
import { type BrowserServices, browserServices } from '../context/context.ts';
import { leaveForeignBuild, watchAnswers } from './foreign-build.ts';

const assign = vi.fn();
beforeEach(() => void vi.stubGlobal('window', { location: { assign, pathname: '/admin/people' } }));
afterEach(() => {
  vi.unstubAllGlobals();
  assign.mockReset();
});

/** A request of the router, answered by another build than the page's if `isForeign`. */
function run(path: string, { isForeign, isKnown = false, method = 'GET' }: { [name: string]: boolean | string }) {
  let isOutdated = Boolean(isKnown);
  const services = partial<BrowserServices>({ pages: partial({ isOutdated: () => isOutdated }) });
  const next = vi.fn(async () => {
    isOutdated ||= Boolean(isForeign);
    return { page: { type: 'data' as const, result: 'data' } };
  });
  const request = new Request(`https://site.example${path}`, { method: String(method) });
  const context = new RouterContextProvider(new Map([[browserServices, services]]));
  const args = partial<Parameters<typeof leaveForeignBuild>[0]>({ request, context });
  return { next, results: leaveForeignBuild(args, next) };
}

it('gives the page the data of its own build', async () => {
  expect(await run('/admin/inbox', { isForeign: false }).results).toMatchObject({ page: { result: 'data' } });
  expect(assign).not.toHaveBeenCalled();
});

it('loads the document of another page whose data is of another build, also if that was known before', async () => {
  void run('/admin/inbox?page=2', { isForeign: true }).results;
  await eventually(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://site.example/admin/inbox?page=2'));
  const { next, results } = run('/admin/inbox', { isKnown: true });
  void results;
  await eventually(() => expect(assign).toHaveBeenCalledTimes(2));
  expect(next).not.toHaveBeenCalled();
});

it.each([
  ['what is sent', '/admin/inbox', 'POST'],
  ['the page in which somebody types', '/admin/people?sort=name', 'GET'],
])('does not leave for %s', async (_, path, method) => {
  expect(await run(path, { isForeign: true, isKnown: true, method }).results).toMatchObject({ page: {} });
  expect(assign).not.toHaveBeenCalled();
});

it('hears of the build behind each answer', async () => {
  const note = vi.fn();
  const page = { fetch: async () => new Response('', { headers: { 'X-Meki-Build': 'two' } }) };
  watchAnswers(page, note);
  expect((await page.fetch()).ok).toBe(true);
  expect(note).toHaveBeenCalledExactlyOnceWith('two');
});

import { describe, expect, it } from 'vitest';
import type { SiteConfig } from '#core/site/site-config.ts';
import site from '#site-config';
import { pageArgs } from '../../test/helpers/app/route-args.ts';
import { namedMiddleware, routeMiddleware, routeRuleMiddleware } from './route-middleware.ts';

describe('named route middleware', () => {
  it('is found by its name', () => {
    expect(namedMiddleware('canonical-segment')).toBeTypeOf('function');
  });

  it('fails with the known message when nothing has the name', () => {
    expect(() => namedMiddleware('nowhere')).toThrow('Unknown route middleware');
    expect(() => namedMiddleware('constructor')).toThrow('Unknown route middleware');
  });

  it('fails the requests of a route that names an unknown one, and not the start of the app', () => {
    const [run] = routeMiddleware('nowhere');
    expect(() => run?.({} as never, async () => new Response())).toThrow('Unknown route middleware');
  });
});

function run(path: string, routeRules: SiteConfig['routeRules']) {
  const args = pageArgs(path, { params: { segment: 'studies' }, page: { config: { ...site, routeRules } } });
  const next = async () => new Response('the page');
  return async () => routeRuleMiddleware(args, next);
}

it('gives the page where no rule names middleware', async () => {
  const response = await run('/faq', {})();
  expect(await response?.text()).toBe('the page');
});

it('runs the middleware that a rule names', async () => {
  const thrown = await run('/studies', { '/*': { middleware: ['canonical-segment'] } })().catch((answer) => answer);
  expect([thrown.status, thrown.headers.get('location')]).toEqual([301, '/estudios']);
});

it('fails a request whose rule names unknown middleware', async () => {
  await expect(run('/faq', { '/**': { middleware: ['nowhere'] } })()).rejects.toThrow('Unknown route middleware');
});

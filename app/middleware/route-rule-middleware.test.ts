import { expect, it } from 'vitest';
import type { SiteConfig } from '#core/site/site-config.ts';
import site from '#site-config';
import { pageArgs } from '../../test/helpers/app/route-args.ts';
import { routeRuleMiddleware } from './route-rule-middleware.ts';

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

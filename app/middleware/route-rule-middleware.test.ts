import { type MiddlewareFunction, RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { SiteConfig } from '#core/site/site-config.ts';
import site from '#site-config';
import { type PageServices, pageServices } from '../context/context.ts';
import { routeRuleMiddleware } from './route-rule-middleware.ts';

function run(path: string, routeRules: SiteConfig['routeRules']) {
  const context = new RouterContextProvider();
  context.set(pageServices, { config: { ...site, routeRules } } as PageServices);
  const args = { request: new Request(`https://site.example${path}`), params: { segment: 'studies' }, context };
  const next = async () => new Response('the page');
  return async () => routeRuleMiddleware(args as unknown as Parameters<MiddlewareFunction<Response>>[0], next);
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

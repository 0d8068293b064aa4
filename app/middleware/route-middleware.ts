import { type MiddlewareFunction, redirect } from 'react-router';
import { splitLocale } from '#core/locales/localized-path.ts';
import { readPublishedSite } from '#core/public-content/published-site.ts';
import { listingPath, typeOfSegment } from '#core/site/content-paths.ts';
import { matchRouteRules } from '#core/site/route-rules.ts';
import { isAdminPath } from '#core/site/site-paths.ts';
import { type PageServices, pageServices } from '../context/context.ts';
import { followTimeZone } from '../ui/kit/format-moment.ts';

/** Runs the middleware of the route rules that match a path, least specific rule first. */
export const routeRuleMiddleware: MiddlewareFunction<Response> = (args, next) => {
  const { config } = args.context.get(pageServices);
  const names = matchRouteRules(config.routeRules, new URL(args.request.url).pathname).middleware;
  const run = (index: number): Promise<Response> => {
    const name = names[index];
    if (name === undefined) return next();
    return Promise.resolve(namedMiddleware(name)(args, () => run(index + 1))).then(
      (response) => response ?? run(index + 1),
    );
  };
  return run(0);
};

/** Permanently redirects from a type's key to its segment: `/studies/x` → `/estudios/x`. */
const canonicalSegment: MiddlewareFunction<Response> = ({ request, params, context }) => {
  const { config } = context.get(pageServices);
  const { pathname, search } = new URL(request.url);
  const { locale } = splitLocale(config, pathname);
  const found = typeOfSegment(config, locale, params.segment ?? '');
  if (!found || found.canonical) return;
  const slug = params.slug === undefined ? '' : `/${encodeURIComponent(params.slug)}`;
  throw redirect(listingPath(config, locale, found.type.key) + slug + search, 301);
};

/** The middleware available to routes and route rules. */
const registry: { [name: string]: MiddlewareFunction<Response> } = {
  'canonical-segment': canonicalSegment,
};

/** A route or a route rule names unknown middleware. Source of the message: docs/seed-coverage.md §8. */
export class UnknownRouteMiddleware extends Error {
  override name = 'UnknownRouteMiddleware';
  constructor(middleware: string) {
    super('Unknown route middleware', { cause: middleware });
  }
}

/** @throws {UnknownRouteMiddleware} for an unknown name. */
export function namedMiddleware(name: string): MiddlewareFunction<Response> {
  const found = Object.hasOwn(registry, name) ? registry[name] : undefined;
  if (!found) throw new UnknownRouteMiddleware(name);
  return found;
}

/** The `middleware` export of a route. An unknown name fails the route's requests. */
export function routeMiddleware(...names: string[]): MiddlewareFunction<Response>[] {
  return names.map((name) => (args, next) => namedMiddleware(name)(args, next));
}

/** Gives loaders the configuration with what is published of it in the language of the page. */
export const publishedSiteMiddleware: MiddlewareFunction<Response> = async ({ request, context }) => {
  const services = context.get(pageServices);
  const { config } = services;
  const { pathname } = new URL(request.url);
  const { locale } = splitLocale(config, pathname);
  const read = withPublishedSite(services, locale);
  if (!isAdminPath(config, pathname)) {
    context.set(pageServices, await read);
    return;
  }
  // In the admin area the name is only a heading: its pages say themselves what cannot be read.
  const [site] = await Promise.all([
    read.catch(() => services),
    services.content.setting('time-zone').then(followTimeZone, () => {}),
  ]);
  context.set(pageServices, site);
};

/** The services with the configuration that their content says. */
export async function withPublishedSite(services: PageServices, locale: string): Promise<PageServices> {
  return { ...services, config: await readPublishedSite(services.config, services.content, locale) };
}

import type { MiddlewareFunction } from 'react-router';
import { splitLocale } from '#core/locales/localized-path.ts';
import { readPublishedSite } from '#core/public-content/published-site.ts';
import { isAdminPath } from '#core/site/admin-path.ts';
import { type PageServices, pageServices } from '../context/context.ts';

/** Gives loaders the configuration with what is published of it in the language of the page. */
export const publishedSiteMiddleware: MiddlewareFunction<Response> = async ({ request, context }) => {
  const services = context.get(pageServices);
  const { config } = services;
  const { pathname } = new URL(request.url);
  const { locale } = splitLocale(config, pathname);
  const read = withPublishedSite(services, locale);
  // In the admin area the name is only a heading: its pages say themselves what cannot be read.
  context.set(pageServices, await (isAdminPath(config, pathname) ? read.catch(() => services) : read));
};

/** The services with the configuration that their content says. */
export async function withPublishedSite(services: PageServices, locale: string): Promise<PageServices> {
  return { ...services, config: await readPublishedSite(services.config, services.content, locale) };
}

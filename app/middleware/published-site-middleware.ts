import type { MiddlewareFunction } from 'react-router';
import { splitLocale } from '#core/locales/localized-path.ts';
import { readPublishedSite } from '#core/public-content/published-site.ts';
import { isAdminPath } from '#core/site/admin-path.ts';
import { type PageServices, pageServices } from '../context/context.ts';
import { followTimeZone } from '../ui/kit/format-moment.ts';

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

import type { LoaderFunctionArgs } from 'react-router';
import { data, redirect } from 'react-router';
import type { Locale } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import { type PageServices, pageServices } from '../context/context.ts';
import { createServerTranslator } from '../i18n/server-messages.ts';

/** The request context of public pages' loaders. */
export interface PageRequest {
  services: PageServices;
  locale: Locale;
  /** Without the language prefix. */
  path: string;
  query: URLSearchParams;
  t: ReturnType<typeof createServerTranslator>;
}

export function readPageRequest({ context, request }: LoaderFunctionArgs): PageRequest {
  const services = context.get(pageServices);
  const url = new URL(request.url);
  const { locale, path } = splitLocale(services.config, url.pathname);
  return { services, locale, path, query: url.searchParams, t: createServerTranslator(locale) };
}

/** What nothing answers: a permanent redirect if the address is one of an imported site, otherwise the 404. */
export async function leadOn(
  { services }: Pick<PageRequest, 'services'>,
  request: Request,
  otherwise: Error,
): Promise<Error | Response> {
  const target = await services.content.followImported(new URL(request.url).pathname);
  return target === undefined ? otherwise : redirect(target, 301);
}

/** No route matches: 404. Source of the message: docs/seed-coverage.md §8. */
export function noRouteMatches(request: Request): Error {
  const { pathname, search } = new URL(request.url);
  return notFound(`Page not found: ${decodePath(pathname)}${search}`);
}

/** The route matches but rejects the page: 404. Source of the message: docs/seed-coverage.md §5. */
export function routeValidationFailed(request: Request): Error {
  return notFound(`Page Not Found: ${decodePath(new URL(request.url).pathname)}`);
}

function notFound(message: string): Error {
  // React Router handles thrown `data` as a response; its type is not an Error.
  return data(null, { status: 404, statusText: message }) as unknown as Error;
}

function decodePath(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

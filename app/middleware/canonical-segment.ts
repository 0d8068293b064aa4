import { type MiddlewareFunction, redirect } from 'react-router';
import { splitLocale } from '#core/locales/localized-path.ts';
import { listingPath, typeOfSegment } from '#core/site/content-paths.ts';
import { pageServices } from '../context/context.ts';

/** Permanently redirects from a type's key to its segment: `/studies/x` → `/estudios/x`. */
export const canonicalSegment: MiddlewareFunction<Response> = ({ request, params, context }) => {
  const { config } = context.get(pageServices);
  const { pathname, search } = new URL(request.url);
  const { locale } = splitLocale(config, pathname);
  const found = typeOfSegment(config, locale, params.segment ?? '');
  if (!found || found.canonical) return;
  const slug = params.slug === undefined ? '' : `/${encodeURIComponent(params.slug)}`;
  throw redirect(listingPath(config, locale, found.type.key) + slug + search, 301);
};

import { type ClientLoaderFunctionArgs, redirect } from 'react-router';
import { splitLocale } from '#core/locales/localized-path.ts';
import { isAdminPath } from '#core/site/site-paths.ts';
import { localeSet } from '#site-config';
import { browserServices } from '../context/context.ts';
import type { Payload } from '../context/page-fetcher.ts';
import { leaveFor } from './foreign-build.ts';

const ROOT = 'root';

/**
 * The client loader of public pages: data of a prerendered page comes from its payload, otherwise from the server's loader;
 * messages of the page's language are fetched concurrently. The routes of the admin area are not in the manifest of public pages
 * (`scripts/trim-manifest.ts`), so that its paths match here: they load a document.
 */
export function pageClientLoader(args: ClientLoaderFunctionArgs): Promise<unknown> {
  const { href, pathname } = new URL(args.request.url);
  if (isAdminPath(localeSet, pathname)) return leaveFor(href);
  return loadFrom(args, (payload) => Object.entries(payload).find(([routeId]) => routeId !== ROOT)?.[1]);
}

/** The same for the frame around pages. */
export function frameClientLoader(args: ClientLoaderFunctionArgs): Promise<unknown> {
  return loadFrom(args, (payload) => payload[ROOT]);
}

async function loadFrom(
  { request, context, serverLoader }: ClientLoaderFunctionArgs,
  pick: (payload: Payload) => unknown,
): Promise<unknown> {
  const { pages, messages } = context.get(browserServices);
  const url = new URL(request.url);
  if (pages.isOutdated()) return leaveFor(url.href);
  const rule = await pages.redirectOf(url);
  if (rule?.external) return leaveFor(rule.to);
  if (rule) throw redirect(rule.to);
  const [payload] = await Promise.all([pages.load(url), messages.ensure(splitLocale(localeSet, url.pathname).locale)]);
  if (pages.isOutdated()) return leaveFor(url.href);
  return (payload && pick(payload)) ?? serverLoader();
}

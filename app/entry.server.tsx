import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
} from 'react-router';
import { splitLocale } from '#core/locales/localized-path.ts';
import { isAdminPath, isPreviewPath } from '#core/site/site-paths.ts';
import { localeSet } from '#site-config';
import {
  type AdminServices,
  adminServices,
  type ContactServices,
  contactServices,
  type PageServices,
  type PreviewServices,
  pageServices,
  previewServices,
  type RenderRecord,
  renderRecord,
  withDataInDocument,
} from './context/context.ts';
import { createMessageStore, messageFiles } from './i18n/messages.ts';
import { readAllMessages } from './i18n/server-messages.ts';
import { answerIsland } from './islands/answer-island.tsx';
import type { RouteHandle } from './layouts/route-handle.ts';
import { UnknownRouteMiddleware } from './middleware/route-middleware.ts';
import { deferScripts, type ScriptStart } from './rendering/defer-scripts.ts';
import { takeInlineCode } from './rendering/inline-code.ts';
import { dataVersion } from './rendering/page-data.ts';
import { renderDocument } from './rendering/render-document.tsx';

export { answerIsland, createRequestHandler, withDataInDocument };

/** Creates the context of a request's loaders. Here, because its keys belong to this bundle. */
export function createPageContext(
  services: PageServices,
  record: RenderRecord,
  lent: { admin?: AdminServices; contact?: ContactServices; preview?: PreviewServices } = {},
): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(pageServices, services);
  context.set(renderRecord, record);
  if (lent.admin) context.set(adminServices, lent.admin);
  if (lent.contact) context.set(contactServices, lent.contact);
  if (lent.preview) context.set(previewServices, lent.preview);
  return context;
}

/**
 * Renders a document completely, without streaming: it is cached as a whole, and its inline scripts are hashed for the policy.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { staticHandlerContext, manifest } = routerContext;
  const { matches } = staticHandlerContext;
  const record = loadContext.get(renderRecord);
  Object.assign(staticHandlerContext.loaderData, record.beside);
  const routeError = Object.values(staticHandlerContext.errors ?? {})[0];
  if (routeError === undefined) record.payload = { ...staticHandlerContext.loaderData };
  const message = isRouteErrorResponse(routeError) ? routeError.statusText : messageOf(record.error);
  if (message) headers.set('X-Meki-Error-Message', encodeURIComponent(message));
  if (record.isForProgram && status >= 400) return new Response('', { status, headers });
  const nonce = crypto.randomUUID();
  const start = scriptStart(request, status, record, matches);
  const document = await renderDocument({
    url: request.url,
    context: routerContext,
    messages: createMessageStore(readAllMessages()),
    nonce,
    withData: typeof start === 'string' || 'path' in start,
  });
  const routeIds = matches.map(({ route }) => route.id);
  const { html, inline } = takeInlineCode(
    import.meta.env.PROD ? deferScripts(document, manifest, routeIds, start) : document,
    nonce,
  );
  record.html = html;
  record.inline = inline;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(null, { status, headers });
}

/** Pages whose data can be requested separately do not contain it. */
function scriptStart(
  { url, method }: Request,
  status: number,
  { payload }: RenderRecord,
  matches: readonly { params: { [name: string]: string | undefined }; route: { handle?: RouteHandle } }[],
): ScriptStart {
  const { pathname } = new URL(url);
  if (isAdminPath(localeSet, pathname)) {
    const { params = {}, route } = matches.at(-1) ?? {};
    return (status === 200 && route?.handle?.withDocument?.(params)) || 'always';
  }
  const hasPayload = import.meta.env.PROD && method === 'GET' && status === 200 && !isPreviewPath(localeSet, pathname);
  if (!hasPayload || !payload) return 'unless-saving';
  const { locale } = splitLocale(localeSet, pathname);
  return { version: dataVersion(JSON.stringify(payload)), messages: messageFiles(locale) };
}

/** The error message for API clients; missing for most errors. */
function messageOf(error: unknown): string | undefined {
  return error instanceof UnknownRouteMiddleware ? error.message : undefined;
}

/** Passes the cause of an error document to the server, which logs it once with the request. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (!request.signal.aborted) context.get(renderRecord).error = error;
};

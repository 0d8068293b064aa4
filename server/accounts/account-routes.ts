import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Client, Identity } from '#core/accounts/identity.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import type { LocaleSet } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import { MAX_FILE_BYTES } from '#core/media/media-limits.ts';
import type { RequestVariables } from '../middleware/request-id.ts';
import type { RenderedPage } from '../rendered-page.ts';
import type { AccountCookies } from './account-cookies.ts';
import { clientAddress } from './client-address.ts';
import { createRequestAccount } from './create-request-account.ts';
import { isAdminRequest } from './is-admin-request.ts';

/** Most bytes of a form of the admin area. Source: Meki's own; the longest form is far below. */
const MAX_FORM_BYTES = 64 * 1024;

/** The page that takes pictures, and most bytes of its form: a file with what stands around it. */
const PICTURES_PATH = '/admin/editor/pictures';
const MAX_PICTURE_FORM_BYTES = MAX_FILE_BYTES + MAX_FORM_BYTES;

export type AccountContext = Context<{ Variables: RequestVariables }>;

export interface AccountRoutesOptions {
  set: LocaleSet;
  origin: string;
  /** How many trusted proxies stand in front. */
  trustedProxies: number;
  identity: Identity;
  cookies: AccountCookies;
  /** Renders a page of the admin area for whoever asks. */
  render: (request: Request, account: RequestAccount) => Promise<RenderedPage>;
  /** Sends what the app made of a page of the admin area, or of its failure. */
  answer: (context: AccountContext, rendered: RenderedPage | { failure: unknown }) => Promise<Response>;
}

/** The admin area: rendered for one person, kept nowhere. */
export function createAccountRoutes(options: AccountRoutesOptions): Hono<{ Variables: RequestVariables }> {
  const { set, origin, identity, cookies, render, answer } = options;
  const onlyAdmin: MiddlewareHandler = (context, next) => {
    const { pathname } = new URL(context.req.url);
    if (!isAdminRequest(set, pathname)) return next();
    const takesPictures = splitLocale(set, pathname).path === PICTURES_PATH;
    return (takesPictures ? limitPictures : limitForms)(context, next);
  };
  const limitForms = limitBody(MAX_FORM_BYTES);
  const limitPictures = limitBody(MAX_PICTURE_FORM_BYTES);

  const app = new Hono<{ Variables: RequestVariables }>().use(onlyAdmin);
  app.all('*', async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    if (!isAdminRequest(set, pathname)) return next();
    const { account, setCookies } = createRequestAccount({
      identity,
      cookies,
      client: readClient(context, options.trustedProxies),
      cookieHeader: context.req.header('cookie'),
    });
    const response = await render(appRequest(context, new URL(pathname + search, origin)), account).then(
      (rendered) => answer(context, rendered),
      (failure: unknown) => answer(context, { failure }),
    );
    for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie);
    response.headers.set('Cache-Control', 'private, no-store');
    return response;
  });
  return app;
}

function limitBody(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: (context) => context.json({ statusCode: 413, message: 'The form is too large' }, 413),
  });
}

/** The request as the app sees it: the public address, the form, and no header besides. */
function appRequest(context: AccountContext, url: URL): Request {
  const { method } = context.req;
  const headers = new Headers({ Accept: context.req.header('accept') ?? '*/*', Origin: url.origin, Host: url.host });
  if (method !== 'POST') return new Request(url, { method, headers });
  headers.set('Content-Type', context.req.header('content-type') ?? 'application/x-www-form-urlencoded');
  return new Request(url, { method, headers, body: context.req.raw.body, duplex: 'half' } as RequestInit);
}

function readClient(context: AccountContext, trustedProxies: number): Client {
  const origin = context.req.header('origin');
  const userAgent = context.req.header('user-agent');
  const address = clientAddress(connectionAddress(context), context.req.header('x-forwarded-for'), trustedProxies);
  return { ...(origin && { origin }), ...(userAgent && { userAgent }), ...(address && { address }) };
}

function connectionAddress(context: AccountContext): string | undefined {
  try {
    return getConnInfo(context).remote.address;
  } catch {
    return undefined;
  }
}

import { type Context, Hono } from 'hono';
import type { Identity } from '#core/accounts/identity.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import type { LocaleSet } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';
import { MAX_FILE_BYTES } from '#core/media/media-limits.ts';
import { spellAdminPath } from '#core/site/admin-path.ts';
import type { RequestVariables } from '../middleware/request-id.ts';
import type { RenderedPage } from '../rendered-page.ts';
import type { AccountCookies } from './account-cookies.ts';
import { createRequestAccount } from './create-request-account.ts';
import { isAdminRequest } from './is-admin-request.ts';
import { readClient } from './read-client.ts';
import { MAX_FORM_BYTES, readForm } from './read-form.ts';

const NOT_KEPT = 'private, no-store';

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

/** The admin area: rendered for one person, kept nowhere. The app sees the public address, the form, and no header besides. */
export function createAccountRoutes(options: AccountRoutesOptions): Hono<{ Variables: RequestVariables }> {
  const { set, origin, identity, cookies, render, answer } = options;
  const app = new Hono<{ Variables: RequestVariables }>();
  app.all('*', async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    const spelled = spellAdminPath(set, pathname);
    if (spelled !== pathname) return context.redirect(spelled + search, 301);
    if (!isAdminRequest(set, pathname)) return next();
    const { account, setCookies } = createRequestAccount({
      identity,
      cookies,
      client: readClient(context, options.trustedProxies),
      cookieHeader: context.req.header('cookie'),
    });
    const url = new URL(pathname + search, origin);
    const headers = new Headers({ Accept: context.req.header('accept') ?? '*/*', Origin: url.origin, Host: url.host });
    const request: RequestInit = { method: context.req.method, headers };
    if (request.method === 'POST') {
      const form = await readForm(context.req.raw, await mostBytesOf(set, pathname, account));
      if (!form.ok) {
        const { status, message } = form;
        return context.json({ statusCode: status, message }, status, { 'Cache-Control': NOT_KEPT });
      }
      headers.set('Content-Type', form.type);
      request.body = form.body;
    }
    const response = await render(new Request(url, request), account).then(
      (rendered) => answer(context, rendered),
      (failure: unknown) => answer(context, { failure }),
    );
    for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie);
    response.headers.set('Cache-Control', NOT_KEPT);
    if (response.status === 405) response.headers.set('Allow', 'GET, HEAD');
    return response;
  });
  return app;
}

/** Only for somebody who is signed in is anything large read at all. */
async function mostBytesOf(set: LocaleSet, pathname: string, account: RequestAccount): Promise<number> {
  if (splitLocale(set, pathname).path !== PICTURES_PATH) return MAX_FORM_BYTES;
  const current = await account.current().catch(() => undefined);
  return current ? MAX_PICTURE_FORM_BYTES : MAX_FORM_BYTES;
}

import { type Context, Hono } from 'hono';
import type { Identity } from '#core/accounts/identity.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import type { ReceiveForm } from '#core/forms/form-shape.ts';
import type { LocaleSet } from '#core/locales/locale.ts';
import { spellAdminPath } from '#core/site/admin-path.ts';
import { createFormReceiver } from '../forms/receive-form.ts';
import { isAdminRequest } from '../middleware/is-admin-request.ts';
import type { RequestVariables } from '../middleware/request-id.ts';
import { readablePath } from '../pages/readable-path.ts';
import type { RenderedPage } from '../rendering/rendered-page.ts';
import type { AccountCookies } from './account-cookies.ts';
import { createRequestAccount } from './create-request-account.ts';
import { readClient } from './read-client.ts';

const NOT_KEPT = 'private, no-store';

export type AccountContext = Context<{ Variables: RequestVariables }>;

export interface AccountRoutesOptions {
  set: LocaleSet;
  origin: string;
  /** How many trusted proxies stand in front. */
  trustedProxies: number;
  identity: Identity;
  cookies: AccountCookies;
  /** Renders a page of the admin area for whoever asks. Its form is read when the app asks for it. */
  render: (request: Request, account: RequestAccount, receiveForm: ReceiveForm) => Promise<RenderedPage>;
  /** Sends what the app made of a page of the admin area, or of its failure. */
  answer: (context: AccountContext, rendered: RenderedPage | { failure: unknown }) => Promise<Response>;
}

/**
 * The admin area: rendered for one person, kept nowhere. The app sees the public address and no header besides. It reads
 * the form when it knows who sends it, reduced to the fields that it declares; the request that it gets has no body.
 */
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
    const url = new URL(readablePath(pathname) + search, origin);
    const headers = new Headers({ Accept: context.req.header('accept') ?? '*/*', Origin: url.origin, Host: url.host });
    const { method } = context.req;
    const form = createFormReceiver(context.req.raw);
    let response = await render(new Request(url, { method, headers }), account, form.receive).then(
      (rendered) => answer(context, rendered),
      (failure: unknown) => answer(context, { failure }),
    );
    const refusal = form.refusal();
    if (refusal && response.status === refusal.status) {
      const { status, message } = refusal;
      response = context.json({ statusCode: status, message }, status);
    }
    for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie);
    response.headers.set('Cache-Control', NOT_KEPT);
    if (response.status === 405) response.headers.set('Allow', 'GET, HEAD');
    return response;
  });
  return app;
}

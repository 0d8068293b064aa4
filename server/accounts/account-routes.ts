import { type Context, Hono } from 'hono';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import type { ReceiveForm } from '#core/forms/form-shape.ts';
import type { LocaleSet } from '#core/locales/locale.ts';
import { FOLDED_NAVIGATION, isNavigationFolded, spellAdminPath } from '#core/site/site-paths.ts';
import { createFormReceiver } from '../forms/receive-form.ts';
import type { RequestVariables } from '../middleware/access-log.ts';
import { isAdminRequest } from '../middleware/is-admin-request.ts';
import { readablePath } from '../pages/page-routes.ts';
import type { RenderedPage } from '../rendering/rendered-page.ts';
import type { UploadSpace } from '../uploads/upload-space.ts';
import { type AccountReaderOptions, createAccountReader } from './create-request-account.ts';

const NOT_KEPT = 'private, no-store';

export type AccountContext = Context<{ Variables: RequestVariables }>;

export interface AccountRoutesOptions extends AccountReaderOptions {
  set: LocaleSet;
  origin: string;
  uploads: Pick<UploadSpace, 'receive'>;
  /** Renders a page of the admin area for the given account. Its form is read only when the app asks for it. */
  render: (request: Request, account: RequestAccount, receiveForm: ReceiveForm) => Promise<RenderedPage>;
  /** Sends the rendered page of the admin area, or its failure. */
  answer: (context: AccountContext, rendered: RenderedPage | { failure: unknown }) => Promise<Response>;
}

/**
 * The routes of the admin area: rendered per person, never cached. The app gets the public address, whether the navigation is
 * folded, and no other headers. It reads the form after it has authenticated the sender, restricted to the fields that it
 * declares; the request that it gets has
 * no body.
 */
export function createAccountRoutes(options: AccountRoutesOptions): Hono<{ Variables: RequestVariables }> {
  const { set, origin, uploads, render, answer } = options;
  const readAccount = createAccountReader(options);
  const app = new Hono<{ Variables: RequestVariables }>();
  app.all('*', async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    const spelled = spellAdminPath(set, pathname);
    if (spelled !== pathname) return context.redirect(spelled + search, 301);
    if (!isAdminRequest(set, pathname)) return next();
    const { client, account, setCookies } = readAccount(context);
    const url = new URL(readablePath(pathname) + search, origin);
    const headers = new Headers({ Accept: context.req.header('accept') ?? '*/*', Origin: url.origin, Host: url.host });
    if (isNavigationFolded(context.req.header('cookie'))) headers.set('Cookie', FOLDED_NAVIGATION);
    const { method } = context.req;
    const form = createFormReceiver(context.req.raw, async (mostBytes) => {
      const sender = { account: (await account.current())?.user.id ?? '', address: client.address };
      return uploads.receive(context.req.raw, mostBytes, sender);
    });
    let response = await render(new Request(url, { method, headers }), account, form.receive)
      .then(
        (rendered) => answer(context, rendered),
        (failure: unknown) => answer(context, { failure }),
      )
      .finally(form.release);
    const refusal = form.refusal();
    if (refusal && response.status === refusal.status) {
      const { status, message, retryAfter } = refusal;
      // Who may try again is told so by the page, in their language.
      if (retryAfter === undefined) response = context.json({ statusCode: status, message }, status);
      else response.headers.set('Retry-After', String(retryAfter));
    }
    for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie);
    response.headers.set('Cache-Control', NOT_KEPT);
    if (response.status === 405) response.headers.set('Allow', 'GET, HEAD');
    return response;
  });
  return app;
}

import { Hono } from 'hono';
import type { ContactForm } from '#core/inbox/contact-form.ts';
import type { LocaleSet } from '#core/locales/locale.ts';
import { isContactPath } from '#core/site/contact-path.ts';
import type { ContactServices } from '../../app/context/context.ts';
import { createFormReceiver } from '../forms/receive-form.ts';
import { readClient } from '../http/read-client.ts';
import type { RequestVariables } from '../middleware/request-id.ts';
import type { PageAnswerer } from '../pages/answer-page.ts';
import type { RenderedPage } from '../rendering/rendered-page.ts';

export interface ContactRoutesOptions {
  set: LocaleSet;
  origin: string;
  /** Number of trusted proxies in front of the server. */
  trustedProxies: number;
  form: ContactForm;
  /** Renders the contact page as the answer to a form. */
  render: (request: Request, contact: ContactServices) => Promise<RenderedPage>;
  answer: PageAnswerer;
}

/** Takes the form of the contact page; its other requests are those of any public page. The app reads the form's fields only. */
export function createContactRoutes(options: ContactRoutesOptions): Hono<{ Variables: RequestVariables }> {
  const { set, origin, trustedProxies, form, render, answer } = options;
  const app = new Hono<{ Variables: RequestVariables }>();
  app.post('*', async (context, next) => {
    const { pathname } = new URL(context.req.url);
    if (!isContactPath(set, pathname)) return next();
    const { address } = readClient(context, trustedProxies);
    const receiver = createFormReceiver(context.req.raw);
    const url = new URL(pathname, origin);
    const request = new Request(url, { method: 'POST', headers: { Origin: url.origin, Host: url.host } });
    const contact: ContactServices = {
      receiveForm: receiver.receive,
      send: (message) => form.send(message, address),
    };
    let response = await render(request, contact).then(
      (rendered) => answer(context, rendered),
      (failure: unknown) => answer(context, { failure }),
    );
    const refusal = receiver.refusal();
    if (refusal && response.status === refusal.status) {
      response = context.json({ statusCode: refusal.status, message: refusal.message }, refusal.status);
    }
    response.headers.set('Cache-Control', 'private, no-store');
    return response;
  });
  return app;
}

import { Hono } from 'hono';
import type { LocaleSet } from '#core/locales/locale.ts';
import { isPreviewPath } from '#core/site/preview-path.ts';
import type { RequestVariables } from '../middleware/request-id.ts';
import type { RenderedPage } from '../rendering/rendered-page.ts';
import type { PageAnswerer } from './answer-page.ts';
import { readablePath } from './readable-path.ts';

export interface PreviewRoutesOptions {
  set: LocaleSet;
  render: (target: string) => Promise<RenderedPage>;
  answer: PageAnswerer;
}

/** Preview links, before cached pages: rendered for every request. They have no data requests. */
export function createPreviewRoutes({
  set,
  render,
  answer,
}: PreviewRoutesOptions): Hono<{ Variables: RequestVariables }> {
  const app = new Hono<{ Variables: RequestVariables }>();
  app.get('*', async (context, next) => {
    const { pathname } = new URL(context.req.url);
    if (!isPreviewPath(set, pathname) || /\.(data|json)$/.test(pathname)) return next();
    const response = await render(readablePath(pathname)).then(
      (rendered) => answer(context, rendered),
      (failure: unknown) => answer(context, { failure }),
    );
    response.headers.set('Cache-Control', 'private, no-store');
    return response;
  });
  return app;
}

import type { RenderedPage } from '../rendering/rendered-page.ts';

/** Whether the app's response is a page that may be cached and sent to anyone. */
export function isKeepable({ status, headers }: RenderedPage): boolean {
  return (
    status === 200 &&
    (headers.get('content-type') ?? '').startsWith('text/html') &&
    !headers.has('set-cookie') &&
    !/no-store/.test(headers.get('cache-control') ?? '')
  );
}

import type { RenderedPage } from './rendered-page.ts';

/** Whether the app's response is a page or an island that may be cached and sent to anyone. */
export function isKeepable({ status, headers }: RenderedPage): boolean {
  return (
    status === 200 &&
    /^(text\/html|application\/json)\b/.test(headers.get('content-type') ?? '') &&
    !headers.has('set-cookie') &&
    !/no-store/.test(headers.get('cache-control') ?? '')
  );
}

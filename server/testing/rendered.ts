import type { RenderedPage } from '../rendering/rendered-page.ts';

/** A rendered document with one inline script. */
export function renderedPage(body: string, parts: Partial<RenderedPage> = {}): RenderedPage {
  const headers = new Headers(parts.headers ?? { 'Content-Type': 'text/html; charset=utf-8' });
  return {
    status: 200,
    inline: { scripts: ['start()'], styles: [] },
    payload: { root: { body } },
    ...parts,
    headers,
    body,
  };
}

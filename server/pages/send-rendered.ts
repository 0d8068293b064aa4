import type { Context } from 'hono';
import { DOCUMENT_KIND_HEADER, type DocumentKind } from '#core/site/response-headers.ts';
import { compressBrotli, compressGzip } from '../http/compress.ts';
import { type ContentEncoding, negotiateEncoding } from '../http/representation.ts';
import { savesData } from '../page-cache/answer-hit.ts';
import { contentSecurityPolicy, stripScripts } from '../rendering/content-security-policy.ts';
import type { RenderedPage } from '../rendering/rendered-page.ts';

/**
 * Sends a response rendered for this request: an uncached page, a redirect, an error, data.
 * @param keepScripts whether to keep the scripts for a visitor who saves data, on pages that need them
 */
export async function sendRendered(
  context: Context,
  rendered: RenderedPage,
  withPolicy: boolean,
  keepScripts = false,
): Promise<Response> {
  const kind = takeDocumentKind(rendered);
  if (kind) return sendDocument(context, previewDocument(rendered, kind), { withPolicy, keepScripts: true });
  return sendDocument(context, rendered, { withPolicy, keepScripts });
}

async function sendDocument(
  context: Context,
  rendered: RenderedPage,
  { withPolicy, keepScripts }: { withPolicy: boolean; keepScripts: boolean },
): Promise<Response> {
  const headers = new Headers(rendered.headers);
  headers.delete('X-Meki-Error-Message');
  headers.delete('Content-Length');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-cache');
  if (rendered.body === '') return new Response(null, { status: rendered.status, headers });
  headers.append('Vary', 'Accept-Encoding');
  let text = rendered.body;
  if (headers.get('Content-Type')?.startsWith('text/html')) {
    if (!keepScripts) headers.append('Vary', 'Save-Data');
    headers.append('Vary', 'Accept');
    const isLite = !keepScripts && savesData(context.req.header('save-data'));
    if (isLite) text = stripScripts(text);
    const inline = isLite ? { ...rendered.inline, scripts: [] } : rendered.inline;
    if (withPolicy && !headers.has('Content-Security-Policy'))
      headers.set('Content-Security-Policy', contentSecurityPolicy(inline, rendered.sources));
  }
  const { body, encoding } = await compressFor(context, Buffer.from(text));
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  return new Response(new Uint8Array(body), { status: rendered.status, headers });
}

async function compressFor(context: Context, bytes: Buffer): Promise<{ body: Buffer; encoding: ContentEncoding }> {
  const encoding = negotiateEncoding(context.req.header('accept-encoding'));
  if (encoding === 'identity') return { body: bytes, encoding };
  const compressed = await (encoding === 'br' ? compressBrotli : compressGzip)(bytes, 'instant');
  return compressed ? { body: compressed, encoding } : { body: bytes, encoding: 'identity' };
}

/** Scripts are disabled in a draft's document; links and the search form work. */
const SANDBOX = 'sandbox allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

/** Removes the document kind header from a rendered page. */
function takeDocumentKind({ headers }: RenderedPage): DocumentKind | undefined {
  const kind = headers.get(DOCUMENT_KIND_HEADER);
  headers.delete(DOCUMENT_KIND_HEADER);
  return kind === 'preview-link' || kind === 'preview-frame' ? kind : undefined;
}

/** The document of a draft: without scripts; in a frame, its links open in a new tab; not cached. */
function previewDocument(rendered: RenderedPage, kind: DocumentKind): RenderedPage {
  const inline = { ...rendered.inline, scripts: [] };
  const headers = new Headers(rendered.headers);
  headers.set('X-Robots-Tag', 'noindex, nofollow');
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('Cache-Control', 'private, no-store');
  const policy = contentSecurityPolicy(inline, rendered.sources, kind === 'preview-frame');
  headers.set('Content-Security-Policy', `${policy}; ${SANDBOX}`);
  const still = stripScripts(rendered.body);
  return { ...rendered, headers, inline, body: kind === 'preview-frame' ? openAlongside(still) : still };
}

/** Makes links and forms of a document open in a new tab, except links within the page. */
function openAlongside(html: string): string {
  return html
    .replace(/<a (?=[^>]*\bhref="(?!#))/g, '<a target="_blank" rel="noopener" ')
    .replace(/<form /g, '<form target="_blank" ');
}

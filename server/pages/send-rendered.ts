import type { Context } from 'hono';
import { compressBrotli, compressGzip } from '../http/compress.ts';
import { type ContentEncoding, negotiateEncoding } from '../http/negotiate-encoding.ts';
import { savesData } from '../page-cache/answer-hit.ts';
import { contentSecurityPolicy } from '../rendering/content-security-policy.ts';
import type { RenderedPage } from '../rendering/rendered-page.ts';
import { stripScripts } from '../rendering/strip-scripts.ts';
import { previewDocument, takeDocumentKind } from './preview-document.ts';

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

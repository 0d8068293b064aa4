import { gunzipSync } from 'node:zlib';
import { capture } from './capture.ts';

/** Bytes loaded by a first visit to a page, as transferred with gzip. */
export interface VisitBytes {
  htmlAndCss: number;
  /** Loaded without anybody doing anything. */
  script: number;
  /** Loaded at the first interaction. */
  scriptOnUse: number;
  fonts: number;
}

/** Follows the page's style sheets, scripts with their static imports, and preloaded fonts. */
export async function measureFirstVisit(origin: string, path: string): Promise<VisitBytes> {
  const page = await load(new URL(path, origin));
  const html = page.text;
  const bytes: VisitBytes = { htmlAndCss: page.bytes, script: 0, scriptOnUse: 0, fonts: 0 };
  for (const href of linked(html, 'stylesheet')) bytes.htmlAndCss += (await load(new URL(href, origin))).bytes;
  for (const href of linked(html, 'preload', 'font')) bytes.fonts += (await load(new URL(href, origin))).bytes;
  const waiting = scripts(html).map((src) => new URL(src, origin).href);
  const seen = new Set<string>();
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (seen.has(url)) continue;
    seen.add(url);
    const script = await load(new URL(url));
    bytes[waitsForUse(html) ? 'scriptOnUse' : 'script'] += script.bytes;
    for (const specifier of staticImports(script.text)) waiting.push(new URL(specifier, url).href);
  }
  return bytes;
}

async function load(url: URL): Promise<{ bytes: number; text: string }> {
  const { status, headers, body } = await capture(url.href, 'gzip');
  if (status !== 200) throw new Error(`${url.pathname} answered ${status}`);
  const zipped = headers.some(
    (value, at) => at % 2 === 1 && value === 'gzip' && /^content-encoding$/i.test(headers[at - 1] ?? ''),
  );
  return { bytes: body.length, text: (zipped ? gunzipSync(body) : body).toString() };
}

/** The addresses of `<link>` elements with a relation. */
export function linked(html: string, rel: string, as?: string): string[] {
  const tags = [...html.matchAll(/<link\b[^>]*>/g)].map(([tag]) => tag);
  const wanted = tags.filter(
    (tag) => attribute(tag, 'rel') === rel && (as === undefined || attribute(tag, 'as') === as),
  );
  return [...new Set(wanted.flatMap((tag) => attribute(tag, 'href') ?? []))];
}

/** All scripts of the page: by element, by preload, and in its inline scripts. */
export function scripts(html: string): string[] {
  const elements = [...html.matchAll(/<script\b[^>]*>/g)].flatMap(([tag]) => attribute(tag, 'src') ?? []);
  const inline = scriptTexts(html).flatMap((text) =>
    [...text.matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].flatMap((match) => match[1] ?? []),
  );
  return [...new Set([...elements, ...linked(html, 'modulepreload'), ...inline])];
}

/** Whether the page loads its scripts at the first interaction (`app/rendering/defer-scripts.ts`). */
export function waitsForUse(html: string): boolean {
  return scriptTexts(html).some((text) => text.includes('"pointermove"'));
}

function scriptTexts(html: string): string[] {
  return [...html.matchAll(/<script\b[^>]*>([^<]*)<\/script>/g)].map(([, text = '']) => text);
}

/** The static imports of a built module; dynamic imports are not part of the first visit. */
export function staticImports(code: string): string[] {
  const found = code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{0,2}\/[^"']+\.js)["']/g);
  return [...new Set([...found].flatMap((match) => match[1] ?? []))];
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');
}

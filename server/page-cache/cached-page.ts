import { gunzipSync } from 'node:zlib';
import { compressGzipNow } from '../http/compress.ts';
import { createVariants, type PackedForm, packForm, variantsOf } from '../http/create-variants.ts';
import type { FlatHeaders, Variants } from '../http/representation.ts';
import { resourcePolicy } from '../http/resource-policy.ts';
import { contentSecurityPolicy, policyWithoutScripts, stripScripts } from '../rendering/content-security-policy.ts';
import type { RenderedPage } from '../rendering/rendered-page.ts';
import { ENTRY_BYTES, textBytes, variantsBytes } from './held-bytes.ts';
import type { PageAddress } from './page-address.ts';
import type { Reads } from './read-index.ts';

/** Of public pages that caches keep, but ask for every time. */
export const PUBLIC = 'public, max-age=0, must-revalidate';
const PRIVATE = 'private, max-age=0, must-revalidate';

/** A rendered page or island, compressed, with its headers and other forms made from the same render. */
export interface CachedPage {
  address: PageAddress;
  full: Variants;
  /** Without scripts, for visitors who save data. Made on first request. */
  lite(): Promise<Variants>;
  /** The loaders' data as JSON. Made on first request. */
  payload(): Promise<Variants>;
  /** The result of `lite`, once it was made. */
  readyLite: Variants | undefined;
  /** Memory in bytes: of all forms made so far, their headers, and the recorded reads. */
  size(): number;
  /** Called when `size` has changed. */
  onResize: (() => void) | undefined;
  /** Compresses it again at the highest level. */
  improve(): Promise<void>;
  improved: boolean;
  /** What it is made from. */
  parts(): PageParts;
  /** What its render has read, once it is cached. */
  reads: Reads | undefined;
  /** Time of the last use, by the cache's clock. */
  usedAt: number;
  /** Number of cache hits, also of its former renders. */
  visits: number;
  /** Whether `full` may be kept by shared caches. */
  isShareable: boolean;
  /** Whether `full` was sent to somebody who may keep it. */
  isShared: boolean;
}

/** What a page is made from, apart from what is the same for all pages; it can be kept over a restart. */
export interface PageParts {
  contentType: string;
  policy: string;
  /** Headers of the app, as alternating names and values. */
  own: FlatHeaders;
  /** The loaders' data as JSON, with gzip. */
  payload: Buffer;
  full: PackedForm;
}

/** What is the same for all pages, or follows from their addresses. */
export interface PageSurroundings {
  /** Sent with the page, in addition to its own policy. */
  securityHeaders: FlatHeaders;
  /**
   * The `Cache-Control` of a document that shared caches may keep; not for fragments, data, and the form without scripts, which a
   * cache that ignores `Vary` would send to everybody.
   */
  sharedControl?: string | undefined;
}

/** Compresses a rendered page. */
export async function createCachedPage(
  address: PageAddress,
  rendered: RenderedPage,
  surroundings: PageSurroundings,
): Promise<CachedPage> {
  const html = Buffer.from(rendered.body);
  const payload = compressGzipNow(Buffer.from(JSON.stringify(rendered.payload ?? {})), 'instant');
  // Do not capture `rendered` in closures: its HTML and data take more memory than the page.
  const contentType = rendered.headers.get('content-type') ?? '';
  const policy = resourcePolicy(contentType) ?? contentSecurityPolicy(rendered.inline, rendered.sources);
  const own = [...rendered.headers].filter(([name]) => !HEADERS_MADE_HERE.has(name)).flat();
  const full = await packForm(html, 'first');
  return assemblePage(address, { contentType, policy, own, payload, full }, surroundings);
}

/** The page made from these parts, with the ETags that it had. */
export function assemblePage(
  address: PageAddress,
  parts: PageParts,
  { securityHeaders, sharedControl }: PageSurroundings,
): CachedPage {
  const { contentType, policy, own, payload: json } = parts;
  let { full } = parts;
  const isRoot = address.pathname === '/';
  const isDocument = contentType.startsWith('text/html');
  const ownControl = isRoot ? PRIVATE : PUBLIC;
  const isShareable = isDocument && !isRoot && sharedControl !== undefined;
  /** The forms made on request. */
  const made: Variants[] = [];
  let lite: Promise<Variants> | undefined;
  let payload: Promise<Variants> | undefined;

  const onMade = () => page.onResize?.();
  const optionsFor = (csp: string, cacheControl = ownControl) => ({
    contentType,
    cacheControl,
    vary: [...(isDocument ? ['Save-Data'] : []), ...(isRoot ? ['Cookie', 'Accept-Language'] : [])],
    extra: ['Content-Security-Policy', csp, ...securityHeaders, ...own],
    effort: 'first' as const,
    onMade,
  });
  const ownBytes = 10 * ENTRY_BYTES + [policy, ...own].reduce((sum, text) => sum + textBytes(text), 0);
  const counted = async (making: Promise<Variants>) => {
    made.push(await making);
    page.onResize?.();
    return making;
  };

  const fullOptions = optionsFor(policy, isShareable ? sharedControl : ownControl);
  const page: CachedPage = {
    address,
    full: variantsOf(full, fullOptions),
    lite() {
      if (lite) return lite;
      const text = stripScripts(page.full.identity.body.toString());
      lite = counted(createVariants(Buffer.from(text), optionsFor(policyWithoutScripts(policy))));
      void lite.then((variants) => {
        page.readyLite = variants;
      });
      return lite;
    },
    payload() {
      payload ??= counted(
        createVariants(gunzipSync(json), {
          contentType: 'application/json; charset=utf-8',
          cacheControl: PUBLIC,
          vary: [],
          extra: securityHeaders,
          effort: 'quick',
          onMade,
        }),
      );
      return payload;
    },
    readyLite: undefined,
    size: () =>
      [page.full, ...made].reduce(
        (sum, form) => sum + variantsBytes(form),
        json.length + ownBytes + (page.reads?.bytes ?? 0),
      ),
    onResize: undefined,
    async improve() {
      full = await packForm(page.full.identity.body, 'thorough');
      page.full = variantsOf(full, fullOptions);
      page.improved = true;
      page.onResize?.();
    },
    improved: full.effort === 'thorough',
    parts: () => ({ ...parts, full }),
    reads: undefined,
    usedAt: 0,
    visits: 0,
    isShareable,
    isShared: false,
  };
  return page;
}

/** Headers of the app's response that are replaced by the page's own, or are internal to the server. */
const HEADERS_MADE_HERE = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'cache-control',
  'vary',
  'etag',
  'content-security-policy',
  'x-meki-error-message',
]);

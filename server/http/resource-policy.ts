/** Resources that are not pages may not run or fetch anything. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** An SVG may contain scripts, which must not run when it is opened directly; its styles are needed. */
const DRAWING = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** A document, sound or film that a browser opens in a tab: its own viewer may show it, and nothing else. */
const OPENED =
  "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** A worker has the policy of its script's response. */
const SCRIPT = "default-src 'self'; frame-ancestors 'none'";

/** The Content-Security-Policy of a response by its type; `undefined` for a page, which has its own. */
export function resourcePolicy(contentType: string | undefined): string | undefined {
  const type = contentType?.split(';')[0]?.trim();
  if (type === 'text/html') return undefined;
  if (type === 'image/svg+xml') return DRAWING;
  if (type === 'application/pdf' || /^(?:audio|video)\//.test(type ?? '')) return OPENED;
  return type === 'text/javascript' ? SCRIPT : NOTHING;
}

/** Headers of what pages of every other origin may read, which is the same for everybody. */
export const CROSS_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

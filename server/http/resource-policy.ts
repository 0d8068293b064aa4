/** In what is no page, nothing runs and nothing is fetched. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** A drawing may hold scripts, which must not run when it is opened by itself; its styles are part of how it looks. */
const DRAWING = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** A worker has the policy that its script came with. */
const SCRIPT = "default-src 'self'; frame-ancestors 'none'";

/** The Content-Security-Policy of a response by its type; `undefined` for a page, which brings its own. */
export function resourcePolicy(contentType: string | undefined): string | undefined {
  const type = contentType?.split(';')[0]?.trim();
  if (type === 'text/html') return undefined;
  if (type === 'image/svg+xml') return DRAWING;
  return type === 'text/javascript' ? SCRIPT : NOTHING;
}

import type { MiddlewareHandler } from 'hono';
import type { FlatHeaders } from '../http/representation.ts';
import { resourcePolicy } from '../http/resource-policy.ts';

/** 365 days, in seconds. */
const HSTS_SECONDS = 31_536_000;

/**
 * Scope of `Strict-Transport-Security`: the origin's host with all subdomains, only that host, or off (for a proxy that sends
 * its own header).
 */
export type HstsScope = 'subdomains' | 'host' | 'off';

/**
 * Headers of every response. A page's Content-Security-Policy is sent with the page.
 * @param hsts applies to an https origin only
 */
export function securityHeaders(origin: string, hsts: HstsScope = 'subdomains'): FlatHeaders {
  return [
    'X-Content-Type-Options',
    'nosniff',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy',
    'same-origin',
    ...strictTransport(origin, hsts),
  ];
}

function strictTransport(origin: string, hsts: HstsScope): FlatHeaders {
  if (hsts === 'off' || !origin.startsWith('https:')) return [];
  return ['Strict-Transport-Security', `max-age=${HSTS_SECONDS}${hsts === 'subdomains' ? '; includeSubDomains' : ''}`];
}

/** Adds headers that the response does not have, and a policy if it is not a page and has none. */
export function addSecurityHeaders(headers: FlatHeaders): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers: sent, status } = context.res;
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index] ?? '';
      if (!sent.has(name)) context.header(name, headers[index + 1] ?? '');
    }
    // A 304 keeps the policy of the cached response.
    if (status === 304 || sent.has('Content-Security-Policy')) return;
    const policy = resourcePolicy(sent.get('Content-Type') ?? undefined);
    if (policy !== undefined) context.header('Content-Security-Policy', policy);
  };
}

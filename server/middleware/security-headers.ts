import type { MiddlewareHandler } from 'hono';
import type { FlatHeaders } from '../http/representation.ts';
import { resourcePolicy } from '../http/resource-policy.ts';

/** 365 days, in seconds. */
const HSTS_SECONDS = 31_536_000;

/**
 * Which hosts `Strict-Transport-Security` binds to https: the origin's and all of its subdomains, the origin's alone, or
 * none (no header, for a proxy that sends its own).
 */
export type HstsScope = 'subdomains' | 'host' | 'off';

/**
 * Headers that every response carries. A page's Content-Security-Policy comes with the page.
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

/** Adds the headers that an answer does not bring itself, and a policy to what is no page and brings none. */
export function addSecurityHeaders(headers: FlatHeaders): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers: sent, status } = context.res;
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index] ?? '';
      if (!sent.has(name)) context.header(name, headers[index + 1] ?? '');
    }
    // What is not modified keeps the policy that it came with.
    if (status === 304 || sent.has('Content-Security-Policy')) return;
    const policy = resourcePolicy(sent.get('Content-Type') ?? undefined);
    if (policy !== undefined) context.header('Content-Security-Policy', policy);
  };
}

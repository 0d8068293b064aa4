import type { MiddlewareHandler } from 'hono';
import type { FlatHeaders } from '../http/representation.ts';
import { resourcePolicy } from '../http/resource-policy.ts';

/** 365 days, in seconds. */
const HSTS_SECONDS = 31_536_000;

/** Headers that every response carries. A page's Content-Security-Policy comes with the page. */
export function securityHeaders(origin: string): FlatHeaders {
  return [
    'X-Content-Type-Options',
    'nosniff',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy',
    'same-origin',
    ...(origin.startsWith('https:') ? ['Strict-Transport-Security', `max-age=${HSTS_SECONDS}; includeSubDomains`] : []),
  ];
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

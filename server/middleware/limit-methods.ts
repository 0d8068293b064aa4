import type { MiddlewareHandler } from 'hono';
import type { LocaleSet } from '#core/locales/locale.ts';
import { isContactPath, UPLOADS_PATH } from '#core/site/site-paths.ts';
import { isAdminRequest } from './is-admin-request.ts';

/**
 * Refuses all methods but GET and HEAD with 405, without reading a body; the admin area and the contact page also accept POST, and
 * uploads those of their protocol.
 */
export function limitMethods(set: LocaleSet): MiddlewareHandler {
  return async (context, next) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const { pathname } = new URL(context.req.url);
    const mayPost = isAdminRequest(set, pathname) || isContactPath(set, pathname);
    if (mayPost && method === 'POST') return next();
    if (pathname.startsWith(`${UPLOADS_PATH}/`) && (method === 'PATCH' || method === 'DELETE')) return next();
    const allow = mayPost ? 'GET, HEAD, POST' : 'GET, HEAD';
    return context.json({ statusCode: 405, message: `Method not allowed: ${method}` }, 405, { Allow: allow });
  };
}

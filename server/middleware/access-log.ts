import type { MiddlewareHandler } from 'hono';
import type { LocaleSet } from '#core/locales/locale.ts';
import { withoutToken } from '#core/site/preview-path.ts';
import type { Log } from '../log/log.ts';
import type { RequestVariables } from './request-id.ts';

/** Milliseconds since a `performance.now()`, with one decimal. */
export function millisecondsSince(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10;
}

/** Logs every request, with the tokens of preview links redacted. */
export function logAccess(
  log: Pick<Log, 'access'>,
  set: LocaleSet,
): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (context, next) => {
    const start = performance.now();
    await next();
    log.access({
      method: context.req.method,
      path: withoutToken(set, new URL(context.req.url).pathname),
      status: context.res.status,
      ms: millisecondsSince(start),
      id: context.get('requestId'),
    });
  };
}

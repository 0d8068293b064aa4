import type { MiddlewareHandler } from 'hono';
import { nanoid } from 'nanoid';
import type { LocaleSet } from '#core/locales/locale.ts';
import { withoutToken } from '#core/site/site-paths.ts';
import { loggedNetwork, millisecondsSince, proxyRequestId, readClient } from '../http/client-address.ts';
import type { Log } from '../log/log.ts';

/** Logs every request, with the tokens of preview links redacted; of who sends it only the network and, if known, the person's id. */
export function logAccess(
  log: Pick<Log, 'access'>,
  set: LocaleSet,
  trustedProxies: number,
): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (context, next) => {
    const start = performance.now();
    await next();
    const network = loggedNetwork(readClient(context, trustedProxies).address);
    const person = context.get('personId');
    log.access({
      method: context.req.method,
      path: withoutToken(set, new URL(context.req.url).pathname),
      status: context.res.status,
      ms: millisecondsSince(start),
      id: context.get('requestId'),
      ...(network !== undefined && { network }),
      ...(person !== undefined && { person }),
    });
  };
}

export interface RequestVariables {
  requestId: string;
  /** The id of the person or program that the request is from, once that is known. */
  personId?: string;
}

/** Identifies the request in `X-Request-Id` and in the log; keeps the id given by a trusted proxy. */
export function identifyRequest(trustedProxies: number): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (context, next) => {
    const id = proxyRequestId(context.req.header('x-request-id'), trustedProxies) ?? nanoid(12);
    context.set('requestId', id);
    await next();
    context.header('X-Request-Id', id);
  };
}

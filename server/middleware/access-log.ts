import type { MiddlewareHandler } from 'hono';
import type { LocaleSet } from '#core/locales/locale.ts';
import { withoutToken } from '#core/site/preview-path.ts';
import { readClient } from '../http/read-client.ts';
import { loggedNetwork, millisecondsSince } from '../http/request-sender.ts';
import type { Log } from '../log/log.ts';
import type { RequestVariables } from './request-id.ts';

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

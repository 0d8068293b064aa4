import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Client } from '#core/accounts/identity.ts';
import { clientAddress } from './client-address.ts';

/** The client of a request. @param trustedProxies number of proxies in front of the server */
export function readClient(context: Context, trustedProxies: number): Client {
  const origin = context.req.header('origin');
  const userAgent = context.req.header('user-agent');
  const address = clientAddress(connectionAddress(context), context.req.header('x-forwarded-for'), trustedProxies);
  return { ...(origin && { origin }), ...(userAgent && { userAgent }), ...(address && { address }) };
}

function connectionAddress(context: Context): string | undefined {
  try {
    return getConnInfo(context).remote.address;
  } catch {
    return undefined;
  }
}

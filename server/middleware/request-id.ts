import type { MiddlewareHandler } from 'hono';
import { nanoid } from 'nanoid';
import { proxyRequestId } from '../http/request-sender.ts';

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

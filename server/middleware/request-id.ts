import type { MiddlewareHandler } from 'hono';
import { nanoid } from 'nanoid';

export interface RequestVariables {
  requestId: string;
}

const ACCEPTED_ID = /^[\w-]{8,64}$/;

/** Identifies the request in `X-Request-Id` and in the log; keeps the id given by a proxy. */
export function identifyRequest(): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (context, next) => {
    const given = context.req.header('x-request-id');
    const id = given !== undefined && ACCEPTED_ID.test(given) ? given : nanoid(12);
    context.set('requestId', id);
    await next();
    context.header('X-Request-Id', id);
  };
}

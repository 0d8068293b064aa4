import type { MiddlewareFunction } from 'react-router';
import { canonicalSegment } from './canonical-segment.ts';

/** The middleware that routes and route rules may name. */
const registry: { [name: string]: MiddlewareFunction<Response> } = {
  'canonical-segment': canonicalSegment,
};

/** A route or a route rule names middleware that does not exist. Source of the message: docs/seed-coverage.md §8. */
export class UnknownRouteMiddleware extends Error {
  override name = 'UnknownRouteMiddleware';
  constructor(middleware: string) {
    super('Unknown route middleware', { cause: middleware });
  }
}

/** @throws {UnknownRouteMiddleware} for a name that is not registered. */
export function namedMiddleware(name: string): MiddlewareFunction<Response> {
  const found = Object.hasOwn(registry, name) ? registry[name] : undefined;
  if (!found) throw new UnknownRouteMiddleware(name);
  return found;
}

/** The named middleware as a route exports it. An unknown name fails the requests of the route. */
export function routeMiddleware(...names: string[]): MiddlewareFunction<Response>[] {
  return names.map((name) => (args, next) => namedMiddleware(name)(args, next));
}

import type { MiddlewareFunction } from 'react-router';
import { canonicalSegment } from './canonical-segment.ts';

/** The middleware available to routes and route rules. */
const registry: { [name: string]: MiddlewareFunction<Response> } = {
  'canonical-segment': canonicalSegment,
};

/** A route or a route rule names unknown middleware. Source of the message: docs/seed-coverage.md §8. */
export class UnknownRouteMiddleware extends Error {
  override name = 'UnknownRouteMiddleware';
  constructor(middleware: string) {
    super('Unknown route middleware', { cause: middleware });
  }
}

/** @throws {UnknownRouteMiddleware} for an unknown name. */
export function namedMiddleware(name: string): MiddlewareFunction<Response> {
  const found = Object.hasOwn(registry, name) ? registry[name] : undefined;
  if (!found) throw new UnknownRouteMiddleware(name);
  return found;
}

/** The `middleware` export of a route. An unknown name fails the route's requests. */
export function routeMiddleware(...names: string[]): MiddlewareFunction<Response>[] {
  return names.map((name) => (args, next) => namedMiddleware(name)(args, next));
}

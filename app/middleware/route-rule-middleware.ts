import type { MiddlewareFunction } from 'react-router';
import { matchRouteRules } from '#core/site/route-rules.ts';
import { pageServices } from '../context/context.ts';
import { namedMiddleware } from './route-middleware.ts';

/** Runs the middleware of the route rules that match a path, least specific rule first. */
export const routeRuleMiddleware: MiddlewareFunction<Response> = (args, next) => {
  const { config } = args.context.get(pageServices);
  const names = matchRouteRules(config.routeRules, new URL(args.request.url).pathname).middleware;
  const run = (index: number): Promise<Response> => {
    const name = names[index];
    if (name === undefined) return next();
    return Promise.resolve(namedMiddleware(name)(args, () => run(index + 1))).then(
      (response) => response ?? run(index + 1),
    );
  };
  return run(0);
};

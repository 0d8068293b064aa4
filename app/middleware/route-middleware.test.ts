import { describe, expect, it } from 'vitest';
import { namedMiddleware, routeMiddleware } from './route-middleware.ts';

describe('named route middleware', () => {
  it('is found by its name', () => {
    expect(namedMiddleware('canonical-segment')).toBeTypeOf('function');
  });

  it('fails with the known message when nothing has the name', () => {
    expect(() => namedMiddleware('nowhere')).toThrow('Unknown route middleware');
    expect(() => namedMiddleware('constructor')).toThrow('Unknown route middleware');
  });

  it('fails the requests of a route that names an unknown one, and not the start of the app', () => {
    const [run] = routeMiddleware('nowhere');
    expect(() => run?.({} as never, async () => new Response())).toThrow('Unknown route middleware');
  });
});

import { Hono } from 'hono';
import type { NotReadyReason } from './readiness.ts';

export interface HealthRoutesOptions {
  /** A machine-readable reason why the server cannot answer now; `undefined` if it can. */
  notReady: () => Promise<NotReadyReason | undefined>;
}

/** `/healthz`: the process is alive. `/readyz`: it can answer visitors. */
export function createHealthRoutes({ notReady }: HealthRoutesOptions): Hono {
  const uncached = { 'Cache-Control': 'no-store' };
  return new Hono()
    .get('/healthz', (context) => context.text('ok', 200, uncached))
    .get('/readyz', async (context) => {
      const reason = await notReady();
      return reason === undefined ? context.text('ok', 200, uncached) : context.text(reason, 503, uncached);
    });
}

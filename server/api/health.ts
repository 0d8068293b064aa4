import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono } from 'hono';
import { millisecondsSince, requestSender } from '../http/client-address.ts';
import type { FlatHeaders } from '../http/representation.ts';
import { resourcePolicy } from '../http/resource-policy.ts';
import type { Log } from '../log/log.ts';
import type { Readiness } from './readiness.ts';

export interface HealthOptions {
  readiness: Readiness;
}

interface ProbeAnswer {
  status: 200 | 503;
  type: string;
  body: string;
}

const text = (body: string): ProbeAnswer => ({
  status: body === 'ok' ? 200 : 503,
  type: 'text/plain; charset=UTF-8',
  body,
});

/**
 * What probes ask. `/healthz`: the process is alive. `/readyz`: it can answer visitors. `/readyz?verbose`: the same, and what else it
 * can do, as JSON.
 */
const PROBES = new Map<string, (options: HealthOptions) => Promise<ProbeAnswer>>([
  ['/healthz', async () => text('ok')],
  ['/readyz', async ({ readiness }) => text((await readiness.notReady()) ?? 'ok')],
  [
    '/readyz?verbose',
    async ({ readiness }) => {
      const report = await readiness.report();
      return {
        status: report.status === 'ready' ? 200 : 503,
        type: 'application/json',
        body: `${JSON.stringify(report)}\n`,
      };
    },
  ],
]);

const UNCACHED = { 'Cache-Control': 'no-store' };

/** The routes of probes. */
export function createHealthRoutes(options: HealthOptions): Hono {
  const app = new Hono();
  for (const path of ['/healthz', '/readyz']) {
    app.get(path, async (context) => {
      const isVerbose = context.req.query('verbose') !== undefined;
      const ask = (isVerbose && PROBES.get(`${path}?verbose`)) || PROBES.get(path);
      const { status, type, body } = (await ask?.(options)) ?? text('ok');
      return context.body(body, status, { ...UNCACHED, 'Content-Type': type });
    });
  }
  return app;
}

export interface ProbeAnswererOptions extends HealthOptions {
  securityHeaders: FlatHeaders;
  /** Whether a route rule changes the headers of responses at a path, which the routes answer then. */
  hasOwnHeaders: (path: string) => boolean;
  /** Number of trusted proxies in front of the server. */
  trustedProxies?: number;
  log: Pick<Log, 'access'>;
}

/**
 * Answers probes before any framework runs, so that a server that nobody visits loads none.
 * @returns a function that returns whether it answers; if not, it did not touch the response.
 */
export function createProbeAnswerer({
  securityHeaders,
  hasOwnHeaders,
  trustedProxies = 0,
  log,
  ...options
}: ProbeAnswererOptions) {
  const common = [...securityHeaders, ...Object.entries(UNCACHED).flat()];

  return function answerProbe(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { method = '', url = '' } = incoming;
    const ask = method === 'GET' || method === 'HEAD' ? PROBES.get(url) : undefined;
    const [path = ''] = url.split('?');
    if (!ask || hasOwnHeaders(path)) return false;
    const start = performance.now();
    void ask(options).then(({ status, type, body }) => {
      const policy = resourcePolicy(type);
      const own = ['Content-Type', type, ...(policy === undefined ? [] : ['Content-Security-Policy', policy])];
      outgoing.writeHead(status, [...common, ...own, 'Content-Length', String(Buffer.byteLength(body))]);
      outgoing.end(method === 'HEAD' ? '' : body);
      log.access({ method, path, status, ms: millisecondsSince(start), ...requestSender(incoming, trustedProxies) });
    });
    return true;
  };
}

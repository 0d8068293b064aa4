import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono } from 'hono';
import type { FlatHeaders } from '../http/representation.ts';
import { resourcePolicy } from '../http/resource-policy.ts';
import type { Log } from '../log/log.ts';
import { millisecondsSince } from '../middleware/access-log.ts';
import type { NotReadyReason } from './readiness.ts';

export interface HealthOptions {
  /** A machine-readable reason why the server cannot answer now; `undefined` if it can. */
  notReady: () => Promise<NotReadyReason | undefined>;
}

/** What probes ask. `/healthz`: the process is alive. `/readyz`: it can answer visitors. */
const PROBES = new Map<string, (options: HealthOptions) => Promise<'ok' | NotReadyReason>>([
  ['/healthz', async () => 'ok'],
  ['/readyz', async ({ notReady }) => (await notReady()) ?? 'ok'],
]);

const statusOf = (answer: 'ok' | NotReadyReason) => (answer === 'ok' ? 200 : 503);

const UNCACHED = { 'Cache-Control': 'no-store' };

/** The routes of probes. */
export function createHealthRoutes(options: HealthOptions): Hono {
  const app = new Hono();
  for (const [path, ask] of PROBES) {
    app.get(path, async (context) => {
      const answer = await ask(options);
      return context.text(answer, statusOf(answer), UNCACHED);
    });
  }
  return app;
}

export interface ProbeAnswererOptions extends HealthOptions {
  securityHeaders: FlatHeaders;
  /** Whether a route rule changes the headers of responses at a path, which the routes answer then. */
  hasOwnHeaders: (path: string) => boolean;
  log: Pick<Log, 'access'>;
}

/**
 * Answers probes before any framework runs, so that a server that nobody visits loads none.
 * @returns a function that returns whether it answers; if not, it did not touch the response.
 */
export function createProbeAnswerer({ securityHeaders, hasOwnHeaders, log, ...options }: ProbeAnswererOptions) {
  const type = 'text/plain; charset=UTF-8';
  const policy = resourcePolicy(type);
  const headers = [
    ...securityHeaders,
    ...['Content-Type', type],
    ...Object.entries(UNCACHED).flat(),
    ...(policy === undefined ? [] : ['Content-Security-Policy', policy]),
  ];

  return function answerProbe({ method = '', url: path = '' }: IncomingMessage, outgoing: ServerResponse): boolean {
    const ask = method === 'GET' || method === 'HEAD' ? PROBES.get(path) : undefined;
    if (!ask || hasOwnHeaders(path)) return false;
    const start = performance.now();
    void ask(options).then((answer) => {
      const status = statusOf(answer);
      outgoing.writeHead(status, [...headers, 'Content-Length', String(answer.length)]);
      outgoing.end(method === 'HEAD' ? '' : answer);
      log.access({ method, path, status, ms: millisecondsSince(start) });
    });
    return true;
  };
}

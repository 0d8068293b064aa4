import type { RequestListener } from 'node:http';
import { createHttpServer, listen, requireFreePort } from '../http/http-server.ts';
import type { Log } from '../log/log.ts';
import type { Environment } from '../services/env.ts';
import { createMetricsAnswerer, onlyMetrics } from './answer-metrics.ts';
import type { MeasuredState, Metrics } from './create-metrics.ts';

export interface MetricsServer {
  /** The listener of the public address: answers with the measurements who has the token, and counts for the others. */
  wrap(listener: RequestListener): RequestListener;
  close(): Promise<void>;
}

export interface MetricsServerOptions {
  settings: NonNullable<Environment['metrics']>;
  metrics: Metrics;
  state(): Promise<MeasuredState>;
  log: Pick<Log, 'info' | 'error'>;
}

const NAMES = { port: 'MEKI_METRICS_PORT', host: 'MEKI_METRICS_HOST' };

/** @throws {StartFailure} as `listen`, before there is anything to serve */
export async function requireMetricsPort(settings: Environment['metrics']): Promise<void> {
  if (settings?.port !== undefined) await requireFreePort(settings.port, settings.host, NAMES);
}

/**
 * Gives Prometheus the measurements, at a port of its own if there is one, else at the public address.
 * @throws {StartFailure} if the port is not available
 */
export async function serveMetrics({ settings, metrics, state, log }: MetricsServerOptions): Promise<MetricsServer> {
  const { port, host, token } = settings;
  const answer = createMetricsAnswerer({
    token,
    contentType: metrics.contentType,
    text: async () => metrics.text(await state()),
    onError: (error) => log.error({ err: error }, 'The measurements cannot be read'),
  });
  const own = port === undefined ? undefined : createHttpServer(onlyMetrics(answer));
  if (own && port !== undefined) {
    const listening = await listen(own.server, port, host, NAMES);
    log.info({ address: `http://${host}:${listening}/metrics` }, 'measurements');
  }
  return {
    wrap: (listener) => (incoming, outgoing) => {
      if (!own && answer(incoming, outgoing)) return;
      metrics.enterRequest(incoming.method, incoming.url, () => listener(incoming, outgoing));
    },
    close: async () => own?.close(0),
  };
}

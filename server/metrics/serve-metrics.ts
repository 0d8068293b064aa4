import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createHttpServer, listen, requireFreePort } from '../http/http-server.ts';
import type { Log } from '../log/log.ts';
import type { Environment } from '../services/env.ts';
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

const PATH = '/metrics';

const PLAIN = 'text/plain; charset=utf-8';

interface MetricsAnswererOptions {
  /** What whoever asks must send as `Authorization: Bearer …`; `undefined`: nothing, at an address of its own. */
  token: string | undefined;
  contentType: string;
  text(): Promise<string>;
  onError(error: unknown): void;
}

/**
 * Answers what Prometheus asks.
 * @returns a function that returns whether it answers: not without the token, so that a stranger gets what any unknown address gives
 */
function createMetricsAnswerer({ token, contentType, text, onError }: MetricsAnswererOptions) {
  const expected = token === undefined ? undefined : digest(token);
  let running: Promise<string> | undefined;

  /** Scrapes at the same time share one. */
  function read(): Promise<string> {
    running ??= text().finally(() => {
      running = undefined;
    });
    return running;
  }

  return function answerMetrics({ method, url, headers }: IncomingMessage, outgoing: ServerResponse): boolean {
    if ((method !== 'GET' && method !== 'HEAD') || url?.split('?', 1)[0] !== PATH) return false;
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    if (expected && !timingSafeEqual(digest(given), expected)) return false;
    const send = (status: number, type: string, body: string) => answerText(outgoing, status, type, body);
    read().then(
      (body) => send(200, contentType, body),
      (error: unknown) => {
        onError(error);
        send(500, PLAIN, 'The measurements cannot be read; the log says why.\n');
      },
    );
    return true;
  };
}

/** Texts of any length in the same time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A listener for an address of its own, where nothing else is. */
function onlyMetrics(answer: ReturnType<typeof createMetricsAnswerer>): RequestListener {
  return (incoming, outgoing) => {
    if (!answer(incoming, outgoing)) answerText(outgoing, 404, PLAIN, 'Not found\n');
  };
}

/** Node leaves out the body of what answers HEAD. */
function answerText(outgoing: ServerResponse, status: number, type: string, body: string): void {
  outgoing.writeHead(status, {
    'Content-Type': type,
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  outgoing.end(body);
}

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

const PATH = '/metrics';

export interface MetricsAnswererOptions {
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
export function createMetricsAnswerer({ token, contentType, text, onError }: MetricsAnswererOptions) {
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`);
  let running: Promise<string> | undefined;

  /** Scrapes at the same time share one. */
  function read(): Promise<string> {
    running ??= text().finally(() => {
      running = undefined;
    });
    return running;
  }

  return function answerMetrics({ method, url, headers }: IncomingMessage, outgoing: ServerResponse): boolean {
    if (method !== 'GET' || url?.split('?', 1)[0] !== PATH) return false;
    if (expected && !timingSafeEqual(digest(headers.authorization ?? ''), expected)) return false;
    const send = (status: number, type: string, body: string) => {
      const length = String(Buffer.byteLength(body));
      outgoing.writeHead(status, { 'Content-Type': type, 'Content-Length': length, 'Cache-Control': 'no-store' });
      outgoing.end(body);
    };
    read().then(
      (body) => send(200, contentType, body),
      (error: unknown) => {
        onError(error);
        send(500, 'text/plain; charset=utf-8', 'The measurements cannot be read; the log says why.\n');
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
export function onlyMetrics(answer: ReturnType<typeof createMetricsAnswerer>): RequestListener {
  return (incoming, outgoing) => {
    if (answer(incoming, outgoing)) return;
    outgoing.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': '10' });
    outgoing.end('Not found\n');
  };
}

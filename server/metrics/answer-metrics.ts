import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

const PATH = '/metrics';

const PLAIN = 'text/plain; charset=utf-8';

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
export function onlyMetrics(answer: ReturnType<typeof createMetricsAnswerer>): RequestListener {
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

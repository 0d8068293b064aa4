import type { Context } from 'hono';

/** An error as JSON: `{"statusCode":404,"message":"Page not found: /x"}`. */
export function jsonError(context: Context, status: number, message: string): Response {
  return context.body(JSON.stringify({ statusCode: status, message }), status as 404, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache',
    Vary: 'Accept',
  });
}

/** The JSON message for an error document of the app, for the requested address. */
export function errorMessage(status: number, header: string | null, rendered: string, asked: string): string {
  const message = header === null ? '' : decodeMessage(header);
  if (message === '' && status === 503) return 'Service unavailable';
  if (message === '') return status === 404 ? `Page not found: ${asked}` : 'Internal server error';
  return message === `Page not found: ${rendered}` ? `Page not found: ${asked}` : message;
}

function decodeMessage(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}

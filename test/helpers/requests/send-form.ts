/** A response with its raw headers. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The `Set-Cookie` lines. */
  cookies: string[];
  body: string;
}

export interface SendOptions {
  method?: string;
  headers?: { [name: string]: string };
}

/** Requests a page as a plain HTTP client: no redirects, no cookies. */
export async function readPage(origin: string, path: string, options: SendOptions = {}): Promise<Answer> {
  return read(await fetch(origin + path, { ...options, redirect: 'manual' }));
}

/** Sends any body. An array is sent in chunks, without a `Content-Length`. */
export async function sendBody(
  origin: string,
  path: string,
  body: string | string[] | FormData | null,
  headers: { [name: string]: string } = {},
): Promise<Answer> {
  const sent = Array.isArray(body) ? new Blob(body).stream() : body;
  const options = { method: 'POST', headers, body: sent, duplex: 'half', redirect: 'manual' } as RequestInit;
  return read(await fetch(origin + path, options));
}

/** Sends a form as a plain HTTP client. */
export async function sendForm(
  origin: string,
  path: string,
  fields: { [name: string]: string } | URLSearchParams,
  options: SendOptions = {},
): Promise<Answer> {
  const body = new URLSearchParams(fields);
  return read(await fetch(origin + path, { method: 'POST', ...options, body, redirect: 'manual' }));
}

/** The name and value of a `Set-Cookie` line. */
export function cookiePair(line: string | undefined): string {
  return line?.split(';', 1)[0] ?? '';
}

async function read(response: Response): Promise<Answer> {
  const { status, headers } = response;
  return { status, headers, cookies: headers.getSetCookie(), body: await response.text() };
}

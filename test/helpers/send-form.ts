/** What a server answered, with its headers as they came. */
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

/** Asks for a page as a plain HTTP client does: no redirect is followed, no cookie kept. */
export async function readPage(origin: string, path: string, options: SendOptions = {}): Promise<Answer> {
  return read(await fetch(origin + path, { ...options, redirect: 'manual' }));
}

/** Sends whatever body. Several texts go one after the other, so that the server is not told how long they are together. */
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

/** Sends a form as a plain HTTP client does. */
export async function sendForm(
  origin: string,
  path: string,
  fields: { [name: string]: string },
  options: SendOptions = {},
): Promise<Answer> {
  const body = new URLSearchParams(fields);
  return read(await fetch(origin + path, { method: 'POST', ...options, body, redirect: 'manual' }));
}

/** What a `Set-Cookie` line gives back to the server. */
export function cookiePair(line: string | undefined): string {
  return line?.split(';', 1)[0] ?? '';
}

async function read(response: Response): Promise<Answer> {
  const { status, headers } = response;
  return { status, headers, cookies: headers.getSetCookie(), body: await response.text() };
}

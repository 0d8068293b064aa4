/**
 * Why there is no answer. `ended`: whoever asks is not signed in any more; `forbidden`: their account may not; `gone`: what
 * was asked about is not there; `failed`: anything else, which may be tried again.
 */
export type FetchFailure = 'ended' | 'forbidden' | 'gone' | 'failed';

/** What a server answered as JSON, or why it did not. */
export type JsonAnswer<Data> = { data: Data } | { failure: FetchFailure };

interface FetchOptions extends RequestInit {
  /** Of the answers that are meant, whatever their status says; missing: all of a status of success. */
  kinds?: readonly string[];
}

/** Asks a server for JSON. What it answers otherwise, or something between here and there does, is none. */
export async function fetchJson<Data>(href: string, { kinds, ...init }: FetchOptions = {}): Promise<JsonAnswer<Data>> {
  try {
    const response = await fetch(href, init);
    // The way to the sign-in page is a redirect.
    if (response.redirected) return { failure: 'ended' };
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const data: unknown = isJson ? await response.json() : undefined;
    const isMeant = kinds ? kinds.includes(kindOf(data)) : response.ok && isJson;
    return isMeant ? { data: data as Data } : { failure: failureOf(response.status) };
  } catch {
    return { failure: 'failed' };
  }
}

function kindOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'kind' in data ? String(data.kind) : '';
}

function failureOf(status: number): FetchFailure {
  if (status === 401) return 'ended';
  if (status === 403) return 'forbidden';
  return status === 404 || status === 410 ? 'gone' : 'failed';
}

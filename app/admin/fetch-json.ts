/**
 * Why a request failed. `ended`: not signed in any more; `forbidden`: no right; `gone`: not found; `failed`: anything else; a
 * retry may succeed.
 */
export type FetchFailure = 'ended' | 'forbidden' | 'gone' | 'failed';

/** A JSON response, or the failure. */
export type JsonAnswer<Data> = { data: Data } | { failure: FetchFailure };

interface FetchOptions extends RequestInit {
  /** Accepted kinds of responses, whatever their status; default: all successful ones. */
  kinds?: readonly string[];
}

/** Requests JSON. Other responses, for example of a proxy in between, are failures. */
export async function fetchJson<Data>(href: string, { kinds, ...init }: FetchOptions = {}): Promise<JsonAnswer<Data>> {
  try {
    const response = await fetch(href, init);
    // Only the sign-in page is reached by a redirect.
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

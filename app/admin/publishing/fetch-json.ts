/** What a server answered as JSON. */
export interface JsonAnswer<Data> {
  isOk: boolean;
  data: Data;
}

/** @returns `undefined` where no answer came, or none in JSON, as when one is led to the sign-in page */
export async function fetchJson<Data>(href: string, init: RequestInit = {}): Promise<JsonAnswer<Data> | undefined> {
  try {
    const response = await fetch(href, init);
    if (response.redirected || !response.headers.get('content-type')?.startsWith('application/json')) return undefined;
    return { isOk: response.ok, data: (await response.json()) as Data };
  } catch {
    return undefined;
  }
}

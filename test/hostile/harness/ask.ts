/** Milliseconds that an answer may take. */
const PATIENCE = 30_000;

/**
 * Asks as a client that follows nothing and keeps no connection, so that the descriptors of a server tell what an attack
 * left. @throws Error when the answer does not begin in time
 */
export function ask(
  url: string,
  { headers = {}, ...rest }: RequestInit & { headers?: { [name: string]: string } } = {},
) {
  return fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE),
    ...rest,
    headers: { ...headers, connection: 'close' },
  });
}

/** Response timeout in milliseconds. */
const PATIENCE = 30_000;

/**
 * Sends a request without redirects and keep-alive, so that open descriptors of the server are those of the attack. @throws
 * Error if the response does not start in time
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

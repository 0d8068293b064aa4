/**
 * The client's IP address. Behind trusted proxies, each of which appends its peer to `X-Forwarded-For`, it is the entry written
 * by the outermost one; entries before it may be forged.
 * @param proxies number of trusted proxies in front of the server
 */
export function clientAddress(
  connection: string | undefined,
  forwardedFor: string | undefined,
  proxies: number,
): string | undefined {
  if (proxies === 0) return connection;
  const entries = (forwardedFor ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries.at(-proxies) ?? entries[0] ?? connection;
}

/**
 * The network address of who asks. Behind trusted proxies, each of which appends whom it heard from to
 * `X-Forwarded-For`, it is the entry that the outermost of them wrote; whatever stands before it, anybody may have made up.
 * @param proxies how many trusted proxies stand in front of the server
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

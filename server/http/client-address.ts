import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/**
 * The client's IP address, in canonical form and without port or zone, so that nobody counts as many clients by spelling it
 * differently. Behind trusted proxies, each of which appends its peer to `X-Forwarded-For`, it is the entry written by the
 * outermost one; entries before it may be forged. An entry that is no address counts as the nearest proxy.
 * @param proxies number of trusted proxies in front of the server
 */
export function clientAddress(
  connection: string | undefined,
  forwardedFor: string | undefined,
  proxies: number,
): string | undefined {
  const nearest = connection === undefined ? undefined : (canonicalAddress(connection) ?? connection);
  if (proxies === 0) return nearest;
  const entries = (forwardedFor ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return canonicalAddress(entries.at(-proxies) ?? entries[0] ?? '') ?? nearest;
}

/** Prefix of an IPv4 address within IPv6. Source: RFC 4291, section 2.5.5.2. */
const MAPPED = '::ffff:';

/** An IPv6 address in brackets or an IPv4 address, with a port or without. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;

/** @param text an address, perhaps with a port (then IPv6 is in brackets) or a zone. @returns `undefined` for anything else */
function canonicalAddress(text: string): string | undefined {
  const plain = text.replace(/%[^\]]*/, '');
  const [, v6, v4] = WITH_PORT.exec(plain) ?? [];
  const address = v6 ?? v4 ?? plain;
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const inner = canonical.startsWith(MAPPED) ? canonical.slice(MAPPED.length) : '';
  return isIPv4(inner) ? inner : canonical;
}

import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Client } from '#core/accounts/identity.ts';
import { networkOf } from '#core/accounts/network-of.ts';
import type { Log } from '../log/log.ts';

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

/** Networks in which a proxy in front of the server is. Source: RFC 1918, RFC 4193, and loopback. */
const NEAR = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7'];

/**
 * Warns once if a proxy passes requests on and none is trusted: all visitors then count as one.
 * @returns a function that looks at a request
 */
export function createProxyNotice(log: Pick<Log, 'warn'>, trustedProxies: number) {
  const near = new BlockList();
  for (const network of NEAR) {
    const [address = '', prefix] = network.split('/');
    near.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  let isSilent = trustedProxies > 0;
  return ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): void => {
    if (isSilent || headers['x-forwarded-for'] === undefined) return;
    const address = canonicalAddress(socket.remoteAddress ?? '');
    if (address === undefined || !near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
    isSilent = true;
    log.warn(
      'A proxy passes requests on, and MEKI_TRUSTED_PROXIES is 0: limits and the log take all visitors for one. Set it to the number of proxies.',
    );
  };
}

/** The client of a request. @param trustedProxies number of proxies in front of the server */
export function readClient(context: Context, trustedProxies: number): Client {
  const origin = context.req.header('origin');
  const userAgent = context.req.header('user-agent');
  const address = clientAddress(connectionAddress(context), context.req.header('x-forwarded-for'), trustedProxies);
  return { ...(origin && { origin }), ...(userAgent && { userAgent }), ...(address && { address }) };
}

function connectionAddress(context: Context): string | undefined {
  try {
    return getConnInfo(context).remote.address;
  } catch {
    return undefined;
  }
}

/** What the log may say of who sent a request. */
interface RequestSender {
  /** `203.0.113.0/24`, `2001:db8:1::/48`: some hundred homes or one, not one person's address. */
  network?: string;
  /** The request's id, if a trusted proxy gave it one. */
  id?: string;
}

/** Prefixes of 24 bits (IPv4) and 48 (IPv6), which the log shows of an address. Source: Meki's own. */
const LOGGED_BITS = { v4: 24, v6: 48 } as const;

/** The part of an address that the log shows. */
export function loggedNetwork(address: string | undefined): string | undefined {
  return address === undefined ? undefined : networkOf(address, LOGGED_BITS);
}

const ACCEPTED_ID = /^[\w-]{8,64}$/;

/** The `X-Request-Id` of a trusted proxy, if it is well-formed; anybody could send one. */
export function proxyRequestId(header: string | string[] | undefined, trustedProxies: number): string | undefined {
  return trustedProxies > 0 && typeof header === 'string' && ACCEPTED_ID.test(header) ? header : undefined;
}

/** Of a request that no framework has seen. */
export function requestSender({ socket, headers }: IncomingMessage, trustedProxies: number): RequestSender {
  const network = loggedNetwork(
    clientAddress(socket?.remoteAddress, headers['x-forwarded-for']?.toString(), trustedProxies),
  );
  const id = proxyRequestId(headers['x-request-id'], trustedProxies);
  return { ...(network !== undefined && { network }), ...(id !== undefined && { id }) };
}

/** Milliseconds since a `performance.now()`, with one decimal, as the log has them. */
export function millisecondsSince(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10;
}

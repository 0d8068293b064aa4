import type { IncomingMessage } from 'node:http';
import { networkOf } from '#core/accounts/network-of.ts';
import { clientAddress } from './client-address.ts';

/** What the log may say of who sent a request. */
export interface RequestSender {
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

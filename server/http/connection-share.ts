import { networkOf } from '#core/accounts/network-of.ts';

/** Whole IPv4 addresses; in IPv6, the usual prefix of one customer. */
const BITS = { v4: 32, v6: 64 } as const;

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/i;

/** Counts connections per network address. */
export interface ConnectionShare {
  /** @returns a function to call when the connection ends; `undefined` if the address has reached its limit */
  take(address: string | undefined): (() => void) | undefined;
}

/** @param limit connections per address. Loopback has no limit: it is where a proxy or an operator connects from. */
export function createConnectionShare(limit: number): ConnectionShare {
  const counts = new Map<string, number>();
  return {
    take(address) {
      if (address === undefined || LOOPBACK.test(address)) return () => {};
      const network = networkOf(address, BITS) ?? address;
      const count = counts.get(network) ?? 0;
      if (count >= limit) return undefined;
      counts.set(network, count + 1);
      return () => {
        const left = (counts.get(network) ?? 1) - 1;
        if (left === 0) counts.delete(network);
        else counts.set(network, left);
      };
    },
  };
}

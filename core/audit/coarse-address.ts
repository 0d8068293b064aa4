import { networkOf } from '../accounts/network-of.ts';

/**
 * The network of an IP address, which identifies a location but not a person: the first three numbers of IPv4
 * (`203.0.113.0/24`), the first three groups of IPv6 (`2001:db8:1::/48`). `undefined` for anything else.
 */
export function coarseAddress(address: string): string | undefined {
  return networkOf(address, { v4: 24, v6: 48 });
}

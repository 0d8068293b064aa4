/** Prefix lengths: of the 32 bits of IPv4 in steps of 8, of the 128 of IPv6 in steps of 16. */
export interface NetworkBits {
  v4: 8 | 16 | 24 | 32;
  v6: 16 | 32 | 48 | 64;
}

/** The network of an IP address: `203.0.113.0/24`, `2001:db8:1::/48`. `undefined` for anything else. */
export function networkOf(address: string, bits: NetworkBits): string | undefined {
  const plain = address.trim().replace(/%.*$/, '');
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/i.exec(plain);
  if (v4) {
    const numbers = v4.slice(1).map(Number);
    if (numbers.some((number) => number > 255)) return undefined;
    return `${numbers.map((number, index) => (index < bits.v4 / 8 ? number : 0)).join('.')}/${bits.v4}`;
  }
  if (!plain.includes(':') || !URL.canParse(`http://[${plain}]/`)) return undefined;
  // The URL parser gives IPv6 addresses their canonical form.
  const canonical = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const groups = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
  const mapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (mapped) return networkOf(toV4(groups[6] ?? '0', groups[7] ?? '0'), bits);
  return new URL(`http://[${groups.slice(0, bits.v6 / 16).join(':')}::]/`).hostname.slice(1, -1).concat(`/${bits.v6}`);
}

function toV4(high: string, low: string): string {
  const numbers = [high, low].map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
}

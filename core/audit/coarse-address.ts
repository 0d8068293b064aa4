/**
 * The network of an internet address, which tells one place from another and not one person from another: the first
 * three numbers of IPv4 (`203.0.113.0/24`), the first three groups of IPv6 (`2001:db8:1::/48`). `undefined` for anything
 * else.
 */
export function coarseAddress(address: string): string | undefined {
  const plain = address.trim().replace(/%.*$/, '');
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/i.exec(plain);
  if (v4) {
    const numbers = v4.slice(1).map(Number);
    return numbers.every((number) => number <= 255) ? `${numbers.join('.')}.0/24` : undefined;
  }
  if (!plain.includes(':') || !URL.canParse(`http://[${plain}]/`)) return undefined;
  // The URL parser writes every IPv6 address in one way.
  const canonical = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const groups = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
  const mapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (mapped) return coarseAddress(toV4(groups[6] ?? '0', groups[7] ?? '0'));
  return new URL(`http://[${groups.slice(0, 3).join(':')}::]/`).hostname.slice(1, -1).concat('/48');
}

function toV4(high: string, low: string): string {
  const numbers = [high, low].map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
}

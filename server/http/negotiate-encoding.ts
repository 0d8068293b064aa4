export type ContentEncoding = 'br' | 'gzip' | 'identity';

const remembered = createSmallMemory(200);

/** The best encoding that an `Accept-Encoding` header allows: brotli, else gzip, else none. */
export function negotiateEncoding(header: string | undefined): ContentEncoding {
  if (header === undefined || header === '') return 'identity';
  return remembered(header);
}

function parse(header: string): ContentEncoding {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** Caches parsed headers: browsers send a handful of different ones; the cache is cleared when it gets too large. */
function createSmallMemory(limit: number): (header: string) => ContentEncoding {
  const known = new Map<string, ContentEncoding>();
  return (header) => {
    let encoding = known.get(header);
    if (encoding === undefined) {
      encoding = parse(header);
      if (known.size >= limit) known.clear();
      known.set(header, encoding);
    }
    return encoding;
  };
}

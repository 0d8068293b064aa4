import type {
  Aggregation,
  DocumentData,
  Filter,
  JsonValue,
  Order,
  Query,
  Scalar,
  Write,
} from '#core/documents/document-store.ts';

/**
 * A reference implementation of the port, as simple as possible and without the helpers that adapters share, so that their bugs
 * show. It has one collection and trusts its input.
 */
export class ReferenceStore {
  readonly documents = new Map<string, { data: DocumentData; version: number }>();
  version = 0;

  /** Applies the writes; returns the name of the error that a store must throw instead, if any. */
  commit(writes: readonly Write[], at: number): string | undefined {
    const next = new Map<string, DocumentData | undefined>();
    for (const write of writes) {
      const held = this.documents.get(write.path);
      const { exists, version } = write.precondition ?? {};
      if (exists !== undefined && exists !== Boolean(held)) return 'PreconditionFailed';
      if (version !== undefined && version !== held?.version) return 'PreconditionFailed';
      if (write.kind === 'update' && !held) return 'PreconditionFailed';
      if (write.kind === 'verify') continue;
      if (write.kind === 'delete') {
        next.set(write.path, undefined);
        continue;
      }
      const data = plain(write.kind === 'set' ? write.data : held?.data) as DocumentData;
      if (write.kind === 'update') for (const [path, value] of Object.entries(write.fields)) assign(data, path, value);
      for (const transform of write.transforms ?? []) {
        const value = valueAt(data, transform.field);
        const number = typeof value === 'number' ? value : undefined;
        const array = Array.isArray(value) ? value : [];
        const same = (a: JsonValue) => (b: JsonValue) => canonical(a) === canonical(b);
        if (transform.kind === 'increment') assign(data, transform.field, (number ?? 0) + transform.by);
        if (transform.kind === 'maximum')
          assign(data, transform.field, Math.max(number ?? transform.value, transform.value));
        if (transform.kind === 'minimum')
          assign(data, transform.field, Math.min(number ?? transform.value, transform.value));
        if (transform.kind === 'server-time') assign(data, transform.field, at);
        if (transform.kind === 'array-remove') {
          const rest = array.filter((held) => !transform.values.some(same(held)));
          assign(data, transform.field, rest);
        }
        if (transform.kind === 'array-union') {
          const union = [...array];
          for (const added of transform.values) if (!union.some(same(added))) union.push(added);
          assign(data, transform.field, union);
        }
      }
      next.set(write.path, data);
    }
    this.version += 1;
    for (const [path, data] of next) {
      if (data) this.documents.set(path, { data: plain(data) as DocumentData, version: this.version });
      else this.documents.delete(path);
    }
    return undefined;
  }

  /** The paths of the documents that a query finds. */
  query(query: Query): string[] {
    const order = orderOf(query);
    const last = query.orderBy?.at(-1)?.direction ?? 'asc';
    const compare = (a: Scalar[], b: Scalar[]) => {
      for (const [i, direction] of [...order.map((o) => o.direction), last].entries()) {
        const compared = Buffer.compare(sortKey(a[i] ?? null), sortKey(b[i] ?? null));
        if (compared !== 0) return direction === 'asc' ? compared : -compared;
      }
      return 0;
    };
    const { startAfter, offset = 0, limit = Number.POSITIVE_INFINITY } = query;
    return [...this.documents]
      .filter(([, { data }]) => (query.where ?? []).every((filter) => matches(filter, data)))
      .filter(([, { data }]) => order.every(({ field }) => isScalar(valueAt(data, field))))
      .map(([path, { data }]) => ({
        path,
        place: [...order.map(({ field }) => valueAt(data, field) as Scalar), path.slice(path.indexOf('/') + 1)],
      }))
      .sort((a, b) => compare(a.place, b.place))
      .filter(({ place }) => !startAfter || compare(place, startAfter) > 0)
      .slice(offset, offset + limit)
      .map(({ path }) => path);
  }

  aggregate(query: Query, aggregations: readonly Aggregation[]): (number | null)[] {
    const found = this.query(query).map((path) => this.documents.get(path)?.data ?? {});
    return aggregations.map((aggregation) => {
      if (aggregation.kind === 'count') return found.length;
      const numbers = found
        .map((data) => valueAt(data, aggregation.field))
        .filter((value) => typeof value === 'number');
      const sum = numbers.reduce((total, n) => total + n, 0);
      return aggregation.kind === 'sum' ? sum : numbers.length === 0 ? null : sum / numbers.length;
    });
  }
}

/** The order of a query including the fields implied by range filters. */
export function orderOf(query: Query): Order[] {
  const order = [...(query.orderBy ?? [])];
  const direction = order.at(-1)?.direction ?? 'asc';
  const ranges = (query.where ?? []).filter(({ op }) => op.startsWith('<') || op.startsWith('>'));
  for (const field of ranges.map((filter) => filter.field).sort()) {
    if (!order.some((named) => named.field === field)) order.push({ field, direction });
  }
  return order;
}

function matches(filter: Filter, data: DocumentData): boolean {
  const value = valueAt(data, filter.field);
  if (filter.op === 'array-contains') return Array.isArray(value) && value.some((each) => each === filter.value);
  if (!isScalar(value)) return false;
  if (filter.op === 'in') return filter.values.some((each) => each === value);
  const [left, right] = [sortKey(value), sortKey(filter.value)];
  if (left[0] !== right[0]) return false;
  const compared = Buffer.compare(left, right);
  if (filter.op === '==') return compared === 0;
  return (compared === 0 && filter.op.endsWith('=')) || (filter.op.startsWith('<') ? compared < 0 : compared > 0);
}

/** Bytes that sort like the value: type rank, then big-endian numbers with adjusted sign, or UTF-8. */
function sortKey(value: Scalar): Buffer {
  if (value === null) return Buffer.from([0]);
  if (typeof value === 'boolean') return Buffer.from([1, Number(value)]);
  if (typeof value === 'string') return Buffer.concat([Buffer.from([3]), Buffer.from(value, 'utf8')]);
  const bytes = Buffer.alloc(9, 2);
  bytes.writeDoubleBE(value === 0 ? 0 : value, 1);
  for (let i = 1; i < 9; i++) bytes[i] = value < 0 ? 255 - (bytes[i] ?? 0) : (bytes[i] ?? 0) ^ (i === 1 ? 128 : 0);
  return bytes;
}

function isScalar(value: JsonValue | undefined): value is Scalar {
  return value === null || ['boolean', 'number', 'string'].includes(typeof value);
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name] as JsonValue)}`)
    .join()}}`;
}

function valueAt(data: DocumentData, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

function assign(data: DocumentData, path: string, value: JsonValue | undefined): void {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    if (value === undefined) delete data[name];
    else data[name] = value;
    return;
  }
  const inner = data[name];
  const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  if (!isObject && value === undefined) return;
  const object: DocumentData = isObject ? inner : {};
  data[name] = object;
  assign(object, rest.join('.'), value);
}

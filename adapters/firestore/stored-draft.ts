import { StoreUnavailable } from '#core/documents/errors.ts';
import type { DraftEntry } from '#core/drafts/draft-log.ts';
import type { Connection } from './connect.ts';
import type { RpcDocument, RpcFields, RpcQuery, RpcWrite } from './firestore-rpc.ts';
import { fromValue, toValue, versionOf } from './stored-document.ts';

/** The service's collections of drafts: their heads, and the parts of their chunks. Collections of the product have other names. */
export const HEADS = 'Meki_drafts';
export const PARTS = 'Meki_draft_parts';

/** The members of a head, and the bytes of a part. */
export const HEAD_MEMBER = { name: 'name', unsettled: 'unsettled', state: 'state', tail: 'tail' } as const;
export const PART_MEMBER = 'bytes';

/** Maximum bytes of the updates in a head, which is written and sent to followers as a whole. Source: Meki's own. */
const MAX_TAIL = 16 * 1024;

/** Maximum bytes of a part; a document has at most 1 MiB. */
const MAX_PART = 900 * 1024;

/** Commits that a head remembers, to find that one whose answer was lost has happened. */
const REMEMBERED = 64;

/** Updates that are stored together, in one or more parts. */
interface Chunk {
  /** `{id}.0`, `{id}.1` and so on are its parts. */
  id: string;
  parts: number;
  /** Position of the first update. The others follow without a gap. */
  from: number;
}

/**
 * The document of a draft. Each change of the draft writes it, at the version that was read, so that changes have one order. It
 * has the latest updates, and the places of the earlier ones.
 */
export interface Head {
  /** `undefined` if the document does not exist yet. */
  version: number | undefined;
  /** The last position that was given. Never decreases. */
  last: number;
  settled: number;
  chunks: readonly Chunk[];
  /** The updates after those of the chunks, and the position of the first one. */
  tail: Uint8Array;
  tailFrom: number;
  /** The nonces of the last commits of updates. */
  commits: readonly string[];
}

/** A change of a draft: its next head, and writes of parts. */
export interface HeadChange {
  head: Head;
  writes: RpcWrite[];
}

const EMPTY: Head = {
  version: undefined,
  last: 0,
  settled: 0,
  chunks: [],
  tail: new Uint8Array(),
  tailFrom: 1,
  commits: [],
};

export function headName(root: string, draft: string): string {
  return `${root}/${HEADS}/${encodeURIComponent(draft)}`;
}

export function toHead(stored: RpcDocument | undefined): Head {
  const { state, tail } = stored?.fields ?? {};
  if (!stored || !state) return EMPTY;
  const { last, settled, chunks, tailFrom, commits } = JSON.parse(String(fromValue(state))) as Head;
  const version = versionOf(stored.updateTime ?? {});
  return { version, last, settled, chunks, tail: tail?.bytesValue ?? EMPTY.tail, tailFrom, commits };
}

export function headFields(draft: string, { version: _, tail, ...state }: Head): RpcFields {
  return {
    [HEAD_MEMBER.name]: toValue(draft),
    [HEAD_MEMBER.unsettled]: toValue(isUnsettled(state)),
    [HEAD_MEMBER.state]: toValue(JSON.stringify(state)),
    [HEAD_MEMBER.tail]: { bytesValue: tail },
  };
}

function hasUpdates({ chunks, tailFrom, last }: Pick<Head, 'chunks' | 'tailFrom' | 'last'>): boolean {
  return chunks.length > 0 || tailFrom <= last;
}

export function isUnsettled(head: Pick<Head, 'chunks' | 'tailFrom' | 'last' | 'settled'>): boolean {
  return head.settled < head.last && hasUpdates(head);
}

/** Appends updates. A tail that becomes too long becomes a chunk. @param nonce of the commit */
export function withUpdates(root: string, head: Head, updates: readonly Uint8Array[], nonce: string): HeadChange {
  const commits = [...head.commits, nonce].slice(-REMEMBERED);
  const last = head.last + updates.length;
  const tail = Buffer.concat([head.tail, ...updates.map(framed)]);
  const next = { ...head, last, commits };
  if (tail.byteLength <= MAX_TAIL) return { head: { ...next, tail }, writes: [] };
  const { chunk, writes } = chunkOf(root, nonce, head.tailFrom, tail);
  return {
    head: { ...next, chunks: [...head.chunks, chunk], tail: EMPTY.tail, tailFrom: last + 1 },
    writes,
  };
}

/** Replaces all updates by the given ones, whose positions follow each other without a gap up to the last one. */
export function withOnly(root: string, head: Head, entries: readonly DraftEntry[], nonce: string): HeadChange {
  const deleted = partNames(root, head.chunks).map((name): RpcWrite => ({ delete: name }));
  const [first] = entries;
  const bare = { ...head, chunks: [], tail: EMPTY.tail, tailFrom: first?.position ?? head.last + 1 };
  const bytes = Buffer.concat(entries.map(({ update }) => framed(update)));
  if (bytes.byteLength <= MAX_TAIL) return { head: { ...bare, tail: bytes }, writes: deleted };
  const { chunk, writes } = chunkOf(root, nonce, bare.tailFrom, bytes);
  return { head: { ...bare, chunks: [chunk], tailFrom: head.last + 1 }, writes: [...deleted, ...writes] };
}

/** The names of the parts of chunks, in order. */
function partNames(root: string, chunks: readonly Chunk[]): string[] {
  return chunks.flatMap(({ id, parts }) =>
    Array.from({ length: parts }, (_, index) => `${root}/${PARTS}/${id}.${index}`),
  );
}

/** The chunks that have updates after a position. */
function chunksAfter({ chunks, tailFrom }: Head, position: number): Chunk[] {
  return chunks.filter((_, index) => (chunks[index + 1]?.from ?? tailFrom) - 1 > position);
}

/** The updates in framed bytes. @param from position of the first one */
export function entriesIn(bytes: Uint8Array, from: number): DraftEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: DraftEntry[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const length = view.getUint32(at);
    entries.push({ position: from + entries.length, update: Uint8Array.from(bytes.subarray(at + 4, at + 4 + length)) });
    at += 4 + length;
  }
  return entries;
}

function framed(update: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + update.byteLength);
  new DataView(bytes.buffer).setUint32(0, update.byteLength);
  bytes.set(update, 4);
  return bytes;
}

function chunkOf(root: string, id: string, from: number, bytes: Uint8Array): { chunk: Chunk; writes: RpcWrite[] } {
  const chunk = { id, parts: Math.ceil(bytes.byteLength / MAX_PART), from };
  const writes = partNames(root, [chunk]).map((name, index): RpcWrite => {
    const bytesValue = bytes.subarray(index * MAX_PART, (index + 1) * MAX_PART);
    return { update: { name, fields: { [PART_MEMBER]: { bytesValue } } } };
  });
  return { chunk, writes };
}

/** Times that a draft is read anew because it was compacted meanwhile. */
const ATTEMPTS = 10;

export interface DraftReader {
  head(draft: string): Promise<Head>;
  /** Read together. */
  heads(drafts: readonly string[]): Promise<Head[]>;
  /** The updates of a head after a position; `undefined` if the draft was compacted meanwhile, so that the head is not current. */
  entries(head: Head, after: number): Promise<DraftEntry[] | undefined>;
  /** A head, and its updates after a position. */
  draft(draft: string, after: number): Promise<{ head: Head; entries: DraftEntry[] }>;
  unsettled(): Promise<string[]>;
  /** Names of drafts that have updates, sorted as the service sorts their heads. */
  names(after: string | undefined, limit: number): Promise<string[]>;
}

export function createDraftReader({ root, database, collect }: Connection): DraftReader {
  async function get(names: string[]): Promise<Map<string, RpcDocument>> {
    const answers = await collect<{ found?: RpcDocument | null }>((rpc, options) =>
      rpc.batchGetDocuments({ database, documents: names }, options),
    );
    return new Map(answers.flatMap(({ found }) => (found ? [[found.name, found]] : [])));
  }

  async function heads(drafts: readonly string[]): Promise<Head[]> {
    const names = drafts.map((draft) => headName(root, draft));
    const found = await get(names);
    return names.map((name) => toHead(found.get(name)));
  }

  async function head(draft: string): Promise<Head> {
    const [found] = await heads([draft]);
    return found as Head;
  }

  async function entries(known: Head, after: number): Promise<DraftEntry[] | undefined> {
    const chunks = chunksAfter(known, after);
    const found = chunks.length > 0 ? await get(partNames(root, chunks)) : new Map<string, RpcDocument>();
    const read: DraftEntry[] = [];
    for (const chunk of chunks) {
      const parts = partNames(root, [chunk]).map((name) => found.get(name)?.fields?.[PART_MEMBER]?.bytesValue);
      if (parts.includes(undefined)) return undefined;
      read.push(...entriesIn(Buffer.concat(parts as Uint8Array[]), chunk.from));
    }
    return [...read, ...entriesIn(known.tail, known.tailFrom)].filter(({ position }) => position > after);
  }

  async function findHeads(members: string[], more: Partial<RpcQuery>): Promise<RpcDocument[]> {
    const structuredQuery = {
      from: [{ collectionId: HEADS }],
      select: { fields: members.map((fieldPath) => ({ fieldPath })) },
      orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' as const }],
      ...more,
    };
    const found = await collect<{ document?: RpcDocument | null }>((rpc, options) =>
      rpc.runQuery({ parent: root, structuredQuery }, options),
    );
    return found.flatMap(({ document }) => document ?? []);
  }

  return {
    head,
    heads,
    entries,

    async draft(name, after) {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const current = await head(name);
        const found = await entries(current, after);
        if (found) return { head: current, entries: found };
      }
      throw new StoreUnavailable('A draft was compacted again and again');
    },

    async unsettled() {
      const found = await findHeads([HEAD_MEMBER.name], {
        where: {
          fieldFilter: { field: { fieldPath: HEAD_MEMBER.unsettled }, op: 'EQUAL', value: { booleanValue: true } },
        },
      });
      return found.map(draftOf).sort();
    },

    async names(after, limit) {
      const names: string[] = [];
      for (let last = after; names.length < limit; ) {
        const wanted = limit - names.length;
        const startAt = last !== undefined && {
          startAt: { values: [{ referenceValue: headName(root, last) }], before: false },
        };
        const found = await findHeads([HEAD_MEMBER.name, HEAD_MEMBER.state], { limit: { value: wanted }, ...startAt });
        names.push(...found.filter((stored) => hasUpdates(toHead(stored))).map(draftOf));
        const end = found.at(-1);
        if (!end || found.length < wanted) break;
        last = draftOf(end);
      }
      return names;
    },
  };
}

function draftOf({ fields }: RpcDocument): string {
  const name = fields?.[HEAD_MEMBER.name];
  return name ? String(fromValue(name)) : '';
}

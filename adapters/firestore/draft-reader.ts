import { StoreUnavailable } from '#core/documents/errors.ts';
import type { DraftEntry } from '#core/drafts/draft-log.ts';
import type { Connection } from './connect.ts';
import {
  chunksAfter,
  entriesIn,
  HEAD_MEMBER,
  HEADS,
  type Head,
  hasUpdates,
  headName,
  PART_MEMBER,
  partNames,
  toHead,
} from './draft-head.ts';
import type { RpcDocument, RpcQuery } from './firestore-rpc.ts';
import { fromValue } from './values.ts';

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

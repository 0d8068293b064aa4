import type { Duplex, Readable } from 'node:stream';

/**
 * The part of the service's protocol (`google.firestore.v1`) that the adapter uses, as the official low-level client gives and takes
 * it.
 */
export interface FirestoreRpc {
  commit(request: { database: string; writes: RpcWrite[] }, options: RpcOptions): Promise<[RpcCommitted, ...unknown[]]>;
  batchGetDocuments(
    request: { database: string; documents: string[]; readTime?: RpcTime },
    options: RpcOptions,
  ): Readable;
  runQuery(request: { parent: string; structuredQuery: RpcQuery; readTime?: RpcTime }, options: RpcOptions): Readable;
  runAggregationQuery(
    request: {
      parent: string;
      structuredAggregationQuery: { structuredQuery: RpcQuery; aggregations: RpcAggregation[] };
      readTime?: RpcTime;
    },
    options: RpcOptions,
  ): Readable;
  /** Only `cancel` ends the call; a stream that is only destroyed takes one of the connection's streams for good. */
  listen(options: RpcOptions): Duplex & { cancel(): void };
  close(): Promise<void>;
}

export interface RpcOptions {
  /** Milliseconds. */
  timeout?: number;
  retry?: null;
  otherArgs?: { headers: { [name: string]: string } };
}

export interface RpcTime {
  seconds?: string | number | null;
  nanos?: number | null;
}

export interface RpcValue {
  nullValue?: 'NULL_VALUE';
  booleanValue?: boolean;
  doubleValue?: number;
  integerValue?: string | number;
  stringValue?: string;
  bytesValue?: Uint8Array;
  timestampValue?: RpcTime;
  referenceValue?: string;
  arrayValue?: { values?: RpcValue[] | null };
  mapValue?: { fields?: RpcFields | null };
}

export type RpcFields = { [name: string]: RpcValue };

export interface RpcDocument {
  name: string;
  fields?: RpcFields | null;
  updateTime?: RpcTime | null;
}

interface RpcPrecondition {
  exists?: boolean;
  updateTime?: RpcTime;
}

interface RpcTransform {
  fieldPath: string;
  setToServerValue?: 'REQUEST_TIME';
  increment?: RpcValue;
  minimum?: RpcValue;
}

export interface RpcWrite {
  update?: { name: string; fields: RpcFields };
  delete?: string;
  updateMask?: { fieldPaths: string[] };
  updateTransforms?: RpcTransform[];
  currentDocument?: RpcPrecondition;
}

export interface RpcCommitted {
  writeResults?: { updateTime?: RpcTime | null }[] | null;
}

export interface RpcFilter {
  fieldFilter?: { field: { fieldPath: string }; op: string; value: RpcValue };
  unaryFilter?: { field: { fieldPath: string }; op: string };
  compositeFilter?: { op: 'AND' | 'OR'; filters: RpcFilter[] };
}

export interface RpcQuery {
  from: { collectionId: string }[];
  /** The fields that the answer has; all without it. */
  select?: { fields: { fieldPath: string }[] };
  where?: RpcFilter;
  orderBy: { field: { fieldPath: string }; direction: 'ASCENDING' | 'DESCENDING' }[];
  startAt?: { values: RpcValue[]; before: boolean };
  endAt?: { values: RpcValue[]; before: boolean };
  limit?: { value: number };
}

export interface RpcAggregation {
  alias: string;
  count?: object;
  sum?: { field: { fieldPath: string } };
  avg?: { field: { fieldPath: string } };
}

export interface RpcListenResponse {
  targetChange?: {
    targetChangeType: 'NO_CHANGE' | 'ADD' | 'REMOVE' | 'CURRENT' | 'RESET';
    targetIds?: number[] | null;
    cause?: { code?: number; message?: string } | null;
    resumeToken?: Uint8Array | null;
    readTime?: RpcTime | null;
  } | null;
  documentChange?: { document: RpcDocument; targetIds?: number[] | null; removedTargetIds?: number[] | null } | null;
  documentDelete?: { document: string } | null;
  documentRemove?: { document: string } | null;
}

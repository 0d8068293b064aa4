import type { Aggregation, Document, DocumentData, DocumentPath, Query } from '../documents/document-store.ts';
import type { LiveEvent } from './live-topics.ts';

/** The calls of the data client: each a POST of JSON. `listen` and `write` answer with a stream of lines of JSON. */
export const LIVE_PATHS = {
  register: '/admin/live/register',
  analytics: '/admin/live/analytics',
  get: '/admin/live/get',
  query: '/admin/live/query',
  count: '/admin/live/count',
  commit: '/admin/live/commit',
  listen: '/admin/live/listen',
  write: '/admin/live/write',
} as const;

/** Milliseconds between empty lines of a stream, which show that it still works. */
export const LIVE_BEAT = 25_000;

/** Write batches that a client sends before the first is answered. Source: docs/seed-coverage.md §9, database. */
export const MOST_PENDING_BATCHES = 10;

/** Documents that are fetched at once to check them. Source: as above, limbo resolutions. */
export const MOST_LIMBO_DOCUMENTS = 100;

/** Milliseconds that the server may hold a request of long polling. Source: as above. */
export const LONG_POLLING = { least: 5_000, most: 30_000 } as const;

/** Maximum documents of a query, targets of a stream, and changes of a batch. Source: Meki's own. */
export const MOST_OF_QUERY = 200;
export const MOST_TARGETS = 20;
export const MOST_CHANGES = 20;

/** What a client listens to. */
export type LiveTarget = { query: Query } | { documents: DocumentPath[] };

/** A target of a stream, with an id that its events name, and the token of the last event that the client has. */
export interface ListenedTarget {
  id: string;
  target: LiveTarget;
  resumeToken?: string;
}

/**
 * @property revisions the last events of topics that the client has, which need not be sent again
 * @property wait milliseconds of long polling: the answer ends with the first event, or then; missing: a lasting stream
 */
export interface ListenRequest {
  targets: ListenedTarget[];
  revisions?: string[];
  wait?: number;
}

/**
 * `state`: all documents of the target; `changes`: those that were added or changed since, and the paths of those that left.
 */
export interface TargetEvent {
  target: string;
  kind: 'state' | 'changes';
  documents: Document[];
  removed: DocumentPath[];
  resumeToken: string;
}

/** `refused`: the target with this id is not allowed or malformed. `end`: the session has ended; do not connect again. */
export type StreamEvent = LiveEvent | TargetEvent | { refused: string } | { end: true };

/** Changes members of a document; `null` removes one. Of `seen` members, the author's decision depends on these values. */
export interface ClientChange {
  path: DocumentPath;
  fields: DocumentData;
  seen?: DocumentData;
}

/** Changes that are applied together or not at all. A client numbers its batches from 1, without gaps. */
export interface WriteBatch {
  number: number;
  changes: ClientChange[];
}

export interface WriteRequest {
  client: string;
  batches: WriteBatch[];
}

/** Why a batch was not applied. `changed`: somebody else has changed what its author had seen. */
export const BATCH_REFUSALS = ['permission-denied', 'not-found', 'invalid', 'not-assignable', 'changed'] as const;

export type BatchRefusal = (typeof BATCH_REFUSALS)[number];

/** What became of a batch, the same for every repetition: applied, with the documents as they are now, or refused. */
export type BatchOutcome = { number: number; documents: Document[] } | { number: number; refused: BatchRefusal };

/** `ended`: the client is unknown or belongs to another session; it must register again. `gap`: an earlier batch is missing. */
export type WriteEvent = BatchOutcome | { problem: 'ended' | 'gap' };

/** @property client the id that the browser had before, perhaps in another session of the same person */
export interface RegisterRequest {
  client?: string;
}

/** @property former what became of the former client's batches; missing if it is unknown or another person's */
export interface Registration {
  client: string;
  former?: { last: number; refusals: { number: number; refused: BatchRefusal }[] };
}

/** What the site allows to be counted: nothing, unless a later version of Meki says otherwise. */
export interface AnalyticsConfig {
  counts: string[];
}

export interface CountRequest {
  query: Query;
  aggregations: Aggregation[];
}

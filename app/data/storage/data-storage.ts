import type { Document } from '#core/documents/document-store.ts';
import type { BatchRefusal, ClientChange, LiveTarget } from '#core/live/live-protocol.ts';

/** A batch of changes that the server has not applied yet, or that it refused. */
export interface QueuedBatch {
  /** Its place in the queue of this browser, never used again. */
  seq: number;
  changes: ClientChange[];
  /** What it is about, for people, and the page of it. */
  about: { label: string; href: string };
  /** Why it was returned. `ended`: it may or may not have been applied by a session that has ended. */
  refused?: BatchRefusal | 'ended';
}

/** The result of a target as the server last told it. */
export interface KeptTarget {
  target: LiveTarget;
  documents: Document[];
  resumeToken: string;
  bytes: number;
  usedAt: number;
}

/** The browser's id for its writes, and the place in the queue before its first batch. */
export interface KeptClient {
  id: string;
  base: number;
}

/** The contents of each area by key. */
export interface Areas {
  targets: { [key: string]: KeptTarget };
  writes: { [paddedSeq: string]: QueuedBatch };
  facts: {
    client?: KeptClient;
    /** The last place of the queue that was given. */
    seq?: number;
    /** The last place of the queue that was ever sent as the present client. */
    tried?: number;
  };
}

export type Area = keyof Areas;

/** What windows of a browser tell each other. */
export type Announcement = { kind: 'writes' } | { kind: 'documents'; documents: Document[] };

/** What a browser keeps for a person, shared by its windows. */
export interface DataStorage {
  get<A extends Area, K extends keyof Areas[A] & string>(area: A, key: K): Promise<Areas[A][K] | undefined>;
  /** In the order of the keys. */
  values<A extends Area>(area: A): Promise<Exclude<Areas[A][keyof Areas[A]], undefined>[]>;
  /** Stores values, or deletes those that are `undefined`, all or none. */
  put<A extends Area>(area: A, entries: { [key: string]: Areas[A][keyof Areas[A]] | undefined }): Promise<void>;
  /** Runs actions of the same name one after the other, across windows. */
  inTurn<T>(name: string, action: () => Promise<T>): Promise<T>;
  announce(message: Announcement): void;
  /** @returns a function that stops hearing */
  hear(listener: (message: Announcement) => void): () => void;
  close(): void;
}

/** The key of a batch: keys are in the order of the queue. */
export function keyOfBatch(seq: number): string {
  return String(seq).padStart(15, '0');
}

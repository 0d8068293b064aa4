import { IncomingMessage } from '@hocuspocus/server';
import { decodeStateVector, decodeUpdate } from 'yjs';

/** Types of messages that a browser sends. Source: `MessageType` of @hocuspocus/server. */
const TYPE = { sync: 0, awareness: 1, auth: 2, queryAwareness: 3, syncReply: 4, stateless: 5, close: 7 } as const;

/** Types of messages of the Yjs synchronization: what I have, what you lack, what has changed. */
const SYNC = { step1: 0, step2: 1, update: 2 } as const;

/** Longest name of a draft on the wire, with the number of its session. */
const MAX_NAME = 200;

/** Bytes of a message besides its name, by kind. Updates are as long as a message may be. */
const MAX_BYTES = { auth: 8_192, asks: 256 * 1024, awareness: 32 * 1024, other: 32 * 1024 };

/**
 * What a message wants. `asks`: to be sent what it lacks. `answers`: brings what the server lacks, and is sent with every
 * connection, mostly with nothing in it. `update`: brings a change.
 */
export type FrameKind = 'auth' | 'asks' | 'answers' | 'update' | 'awareness' | 'other';

/** The head of a message, read without decoding what it carries. */
export interface Frame {
  /** Of the draft, with the number of the session after a NUL where the browser has several. */
  address: string;
  kind: FrameKind;
  /** Of a synchronization or awareness message. */
  payload: Uint8Array;
}

/** Reads the head of a message. @returns `undefined` for one that is malformed or too long for what it is */
export function readFrame(data: Uint8Array): Frame | undefined {
  try {
    const message = new IncomingMessage(data);
    const address = message.readVarString();
    const type = message.readVarUint();
    const kind = kindOf(type, () => message.readVarUint());
    if (kind === undefined || address.length > MAX_NAME) return undefined;
    if (kind !== 'answers' && kind !== 'update' && data.byteLength > MAX_BYTES[kind] + MAX_NAME) return undefined;
    if (kind === 'auth' || type === TYPE.stateless) {
      if (kind === 'auth') message.readVarUint();
      message.readVarString();
    }
    const hasPayload = kind !== 'auth' && kind !== 'other';
    return { address, kind, payload: hasPayload ? message.readVarUint8Array() : new Uint8Array() };
  } catch {
    return undefined;
  }
}

function kindOf(type: number, readSyncType: () => number): FrameKind | undefined {
  switch (type) {
    case TYPE.sync:
    case TYPE.syncReply:
      return SYNC_KINDS[readSyncType()];
    case TYPE.awareness:
      return 'awareness';
    case TYPE.auth:
      return 'auth';
    case TYPE.queryAwareness:
    case TYPE.stateless:
    case TYPE.close:
      return 'other';
    default:
      return undefined;
  }
}

const SYNC_KINDS: { [type: number]: FrameKind | undefined } = {
  [SYNC.step1]: 'asks',
  [SYNC.step2]: 'answers',
  [SYNC.update]: 'update',
};

/** Whether what a message carries can be read to its end. This takes time for long updates: about 30 ms for each MB. */
export function isReadable({ kind, payload }: Frame): boolean {
  try {
    if (kind === 'asks') decodeStateVector(payload);
    else if (kind === 'answers' || kind === 'update') decodeUpdate(payload);
    else if (kind === 'awareness') return isAwareness(payload);
    return true;
  } catch {
    return false;
  }
}

function isAwareness(payload: Uint8Array): boolean {
  const message = new IncomingMessage(payload);
  for (let count = message.readVarUint(); count > 0; count--) {
    message.readVarUint();
    message.readVarUint();
    const state: unknown = JSON.parse(message.readVarString());
    if (typeof state !== 'object' || Array.isArray(state)) return false;
  }
  return true;
}

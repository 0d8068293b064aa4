import { IncomingMessage } from '@hocuspocus/server';
import { decodeStateVector, decodeUpdateV2, UpdateDecoderV1 } from 'yjs';
import { parseJson, requireShallow } from '#core/json/parse-json.ts';

/** Message types that browsers send. Source: `MessageType` of @hocuspocus/server. */
const TYPE = { sync: 0, awareness: 1, auth: 2, syncReply: 4, close: 7 } as const;

/** Message types of the Yjs sync protocol: state vector, missing updates, update. */
const SYNC = { step1: 0, step2: 1, update: 2 } as const;

/** Maximum length of a draft's name in a message. */
const MAX_NAME = 200;

/** Maximum bytes of a message without the name, by kind. Updates are limited by the maximum message size. */
const MAX_BYTES = { auth: 8_192, asks: 256 * 1024, awareness: 32 * 1024, close: 1_024 };

/**
 * The purpose of a message. `asks`: requests missing updates (step 1). `answers`: sends what the server lacks (step 2); part of
 * every connection, mostly empty. `update`: a change. `close`: the draft is left, the socket stays.
 */
export type FrameKind = 'auth' | 'asks' | 'answers' | 'update' | 'awareness' | 'close';

/** The header of a message, parsed without decoding the payload. */
export interface Frame {
  /** The draft's name. */
  name: string;
  kind: FrameKind;
  /** Of a sync or awareness message. */
  payload: Uint8Array;
}

/** Parses the header of a message. @returns `undefined` if it is malformed or too long for its type */
export function readFrame(data: Uint8Array): Frame | undefined {
  try {
    const message = new IncomingMessage(data);
    const name = message.readVarString();
    const type = message.readVarUint();
    const kind = kindOf(type, () => message.readVarUint());
    // The library takes what follows NUL for the number of a session, one of many on a socket; Meki's browsers have none.
    if (kind === undefined || name.length > MAX_NAME || name.includes('\0')) return undefined;
    if (kind !== 'answers' && kind !== 'update' && data.byteLength > MAX_BYTES[kind] + MAX_NAME) return undefined;
    if (kind === 'auth') {
      message.readVarUint();
      message.readVarString();
    }
    const hasPayload = kind !== 'auth' && kind !== 'close';
    return { name, kind, payload: hasPayload ? message.readVarUint8Array() : new Uint8Array() };
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
    case TYPE.close:
      return 'close';
    default:
      return undefined;
  }
}

const SYNC_KINDS: { [type: number]: FrameKind | undefined } = {
  [SYNC.step1]: 'asks',
  [SYNC.step2]: 'answers',
  [SYNC.update]: 'update',
};

/** Whether the payload can be decoded completely, within limits. Takes time for long updates: about 30 ms per MB. */
export function isReadable({ kind, payload }: Frame): boolean {
  try {
    if (kind === 'asks') decodeStateVector(payload);
    else if (kind === 'answers' || kind === 'update') decodeUpdateV2(payload, CheckedDecoder);
    else if (kind === 'awareness') return isAwareness(payload);
    return true;
  } catch {
    return false;
  }
}

/** `ContentJSON` in the information about a struct. Source: `readItemContent` of Yjs. */
const CONTENT = { mask: 31, json: 2 };

/**
 * Maximum of what an update consists of, counted while it is decoded. Clients: as many as a draft may have, once for what they wrote
 * and once for what was removed of it. Structs, with removed ranges: more than fit into a message if each has content.
 */
const MOST = { clients: 20_000, structs: 250_000 };

/** Decodes updates like Yjs, without giving JSON from outside to the engine's parser unchecked, and stops at what has too many parts. */
class CheckedDecoder extends UpdateDecoderV1 {
  #hasJson = false;
  #clients = 0;
  #structs = 0;

  override readClient(): number {
    this.#countClient();
    return super.readClient();
  }

  override resetDsCurVal(): void {
    this.#countClient();
    super.resetDsCurVal();
  }

  override readDsClock(): number {
    this.#countStruct();
    return super.readDsClock();
  }

  #countClient(): void {
    if (++this.#clients > MOST.clients) throw new RangeError(`An update of more than ${MOST.clients} clients`);
  }

  #countStruct(): void {
    if (++this.#structs > MOST.structs) throw new RangeError(`An update of more than ${MOST.structs} structs`);
  }

  override readInfo(): number {
    this.#countStruct();
    const info = super.readInfo();
    this.#hasJson = (info & CONTENT.mask) === CONTENT.json;
    return info;
  }

  override readString(): string {
    const text = super.readString();
    if (this.#hasJson) requireShallow(text);
    return text;
  }

  override readJSON(): unknown {
    return parseJson(super.readString());
  }
}

function isAwareness(payload: Uint8Array): boolean {
  const message = new IncomingMessage(payload);
  for (let count = message.readVarUint(); count > 0; count--) {
    message.readVarUint();
    message.readVarUint();
    const state: unknown = parseJson(message.readVarString());
    if (typeof state !== 'object' || Array.isArray(state)) return false;
  }
  return true;
}

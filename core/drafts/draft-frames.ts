import { createDecoder, type Decoder, readVarString, readVarUint, readVarUint8Array } from 'lib0/decoding';
import { encode, writeVarString, writeVarUint, writeVarUint8Array } from 'lib0/encoding';
import { parseJson } from '../json/parse-json.ts';

/**
 * A frame of the WebSocket of drafts. One socket carries several drafts, each named in its frames. A browser enters a draft, is
 * let in, and both send each other what the other lacks (`request`, `answer`, as steps 1 and 2 of y-protocols), then updates.
 *
 * From browsers:
 * - `enter`, `leave`: opens a draft and closes it
 *
 * From both:
 * - `request`: a state vector, to be answered with what it lacks; `answer`: that, as an update
 * - `update`: a change
 * - `awareness`: states of presence, as y-protocols encodes them
 *
 * From the server:
 * - `granted`, `denied`: the answer to `enter`
 * - `saved`: one answer or update of this browser is durable; `unsaved`: it was not applied
 * - `refused`: the draft takes no more updates of this browser, for the reason given
 * - `build`: the first frame: the version of the server's client files; its name is empty
 */
export type DraftFrame = { name: string } & (
  | { kind: PayloadKind; payload: Uint8Array }
  | { kind: 'enter' | 'leave' | 'saved' | 'unsaved' }
  | { kind: 'granted'; right: 'write' | 'read' }
  | { kind: 'denied' | 'refused'; reason: string }
  | { kind: 'build'; version: string }
);

type PayloadKind = 'request' | 'answer' | 'update' | 'awareness';

export type DraftFrameKind = DraftFrame['kind'];

/**
 * Types of frames. Source: Hocuspocus 4, which windows still speak that were opened before an update of the site; `build` is Meki's
 * own, and passed over by those.
 */
const TYPE = { sync: 0, awareness: 1, access: 2, notice: 5, leave: 7, status: 8, build: 20 } as const;

/** Steps of the sync protocol. Source: y-protocols 1.0, `sync.js`. */
const STEP = { request: 0, answer: 1, update: 2 } as const;

/** Answers to `enter`, and what it carries, which nobody reads: the session cookie says who it is. */
const ACCESS = { enter: 0, denied: 1, granted: 2 } as const;
const TOKEN = 'session';

const SCOPE = { write: 'read-write', read: 'readonly' } as const;

export function writeFrame(frame: DraftFrame): Uint8Array<ArrayBuffer> {
  const [numbers, content] = partsOf(frame);
  return encode((encoder) => {
    writeVarString(encoder, frame.name);
    for (const number of numbers) writeVarUint(encoder, number);
    if (typeof content === 'string') writeVarString(encoder, content);
    else if (content) writeVarUint8Array(encoder, content);
  });
}

function partsOf(frame: DraftFrame): [numbers: number[], content?: string | Uint8Array] {
  switch (frame.kind) {
    case 'request':
    case 'answer':
    case 'update':
      return [[TYPE.sync, STEP[frame.kind]], frame.payload];
    case 'awareness':
      return [[TYPE.awareness], frame.payload];
    case 'enter':
      return [[TYPE.access, ACCESS.enter], TOKEN];
    case 'granted':
      return [[TYPE.access, ACCESS.granted], SCOPE[frame.right]];
    case 'denied':
      return [[TYPE.access, ACCESS.denied], frame.reason];
    case 'refused':
      return [[TYPE.notice], JSON.stringify({ kind: 'refused', reason: frame.reason })];
    case 'saved':
    case 'unsaved':
      return [[TYPE.status, frame.kind === 'saved' ? 1 : 0]];
    case 'leave':
      return [[TYPE.leave]];
    case 'build':
      return [[TYPE.build], frame.version];
  }
}

/** Reads a frame without decoding its payload. @returns `undefined` if it is malformed */
export function readFrame(bytes: Uint8Array): DraftFrame | undefined {
  try {
    const decoder = createDecoder(bytes);
    const name = readVarString(decoder);
    return readBody(decoder, name);
  } catch {
    return undefined;
  }
}

function readBody(decoder: Decoder, name: string): DraftFrame | undefined {
  switch (readVarUint(decoder)) {
    case TYPE.sync: {
      const step = readVarUint(decoder);
      const kind = (['request', 'answer', 'update'] as const).find((each) => STEP[each] === step);
      return kind && { name, kind, payload: readVarUint8Array(decoder) };
    }
    case TYPE.awareness:
      return { name, kind: 'awareness', payload: readVarUint8Array(decoder) };
    case TYPE.access: {
      const access = readVarUint(decoder);
      const text = readVarString(decoder);
      if (access === ACCESS.enter) return { name, kind: 'enter' };
      if (access === ACCESS.granted) return { name, kind: 'granted', right: text === SCOPE.write ? 'write' : 'read' };
      return access === ACCESS.denied ? { name, kind: 'denied', reason: text } : undefined;
    }
    case TYPE.notice: {
      const { reason } = parseJson(readVarString(decoder)) as { reason?: unknown };
      return { name, kind: 'refused', reason: String(reason) };
    }
    case TYPE.status:
      return { name, kind: readVarUint(decoder) === 1 ? 'saved' : 'unsaved' };
    case TYPE.leave:
      return { name, kind: 'leave' };
    case TYPE.build:
      return { name, kind: 'build', version: readVarString(decoder) };
    default:
      return undefined;
  }
}

import { type Frame, type FrameKind, isReadable, readFrame } from './check-frame.ts';
import { CLOSE, type Close } from './close-codes.ts';

/** Maximum messages buffered for drafts that are being opened. */
const BEFORE_ENTRY = { bytes: 1024 * 1024, messages: 200 };

/** Maximum drafts that one socket opens in total. */
const MAX_OPENED = 1_000;

/** Maximum bytes of step 2 from a read-only browser; a long deletion history takes some tens of kilobytes. */
const MAX_READERS_ANSWER = 256 * 1024;

/**
 * Minimum cost of a message in bytes, by the work it causes: a response with a whole draft, a read of the store, a message to everyone
 * in the draft.
 */
const LEAST_COST: { [kind in FrameKind]: number } = {
  auth: 64 * 1024,
  asks: 128 * 1024,
  answers: 64 * 1024,
  update: 1_024,
  awareness: 8 * 1024,
  close: 1_024,
};

export interface FrameGateOptions {
  /** The socket's right to an open draft. `none`: not open. */
  rightTo(name: string): 'write' | 'read' | 'none';
  /** Handles an accepted message. */
  handle(data: Uint8Array, frame: Frame): void;
  /** Answers a read-only client that nothing was saved. */
  refuse(name: string): void;
  close(why: Close): void;
  /** The cost of a message in bytes, if it depends on the draft; default: 0. */
  costOf?(frame: Frame): number;
  /** Maximum drafts that are being opened at once. */
  maxOpening: number;
}

/**
 * Filters the messages of a socket: checks the header, and decodes the payload only if the draft is open with the right that
 * the message needs. Messages to other drafts are dropped.
 */
export interface FrameGate {
  /** @returns the cost of the message in bytes */
  take(data: Uint8Array): number;
  /** Releases the messages buffered for a draft. */
  open(name: string): void;
  /** Drops the messages buffered for a refused draft. */
  refuse(name: string): void;
}

export function createFrameGate(options: FrameGateOptions): FrameGate {
  const { rightTo, handle, refuse, close, maxOpening } = options;
  /** Buffered messages by name of a draft that is being opened. */
  const opening = new Map<string, Uint8Array[]>();
  const opened = new Set<string>();

  function isOpen({ name }: Frame): boolean {
    return opened.has(name) && rightTo(name) !== 'none';
  }

  function judge(frame: Frame, data: Uint8Array): void {
    const { name } = frame;
    const isReader = rightTo(name) !== 'write';
    // The library refuses a reader's update without decoding it.
    const isIgnored = isReader && frame.kind === 'update';
    if (isReader && frame.kind === 'answers' && frame.payload.byteLength > MAX_READERS_ANSWER) refuse(name);
    else if (isIgnored || isReadable(frame)) handle(data, frame);
    else close(CLOSE.malformed);
  }

  function enter(frame: Frame, data: Uint8Array): void {
    if (opening.size >= maxOpening || opened.size >= MAX_OPENED) {
      close(CLOSE.reset);
      return;
    }
    opened.delete(frame.name);
    opening.set(frame.name, []);
    handle(data, frame);
  }

  function wait(waiting: Uint8Array[], data: Uint8Array): void {
    const all = [...opening.values()].flat();
    const bytes = all.reduce((sum, { byteLength }) => sum + byteLength, data.byteLength);
    if (bytes > BEFORE_ENTRY.bytes || all.length >= BEFORE_ENTRY.messages) close(CLOSE.reset);
    else waiting.push(data);
  }

  function take(data: Uint8Array): number {
    const frame = readFrame(data);
    if (!frame) {
      close(CLOSE.malformed);
      return data.byteLength;
    }
    const waiting = opening.get(frame.name);
    if (waiting) wait(waiting, data);
    else if (isOpen(frame)) judge(frame, data);
    else if (frame.kind === 'auth') enter(frame, data);
    return Math.max(data.byteLength, LEAST_COST[frame.kind], options.costOf?.(frame) ?? 0);
  }

  return {
    take,
    open(name) {
      const waiting = opening.get(name);
      if (!waiting) return;
      opening.delete(name);
      opened.add(name);
      for (const data of waiting) take(data);
    },
    refuse: (name) => void opening.delete(name),
  };
}

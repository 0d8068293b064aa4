import { type Frame, type FrameKind, isReadable, readFrame } from './check-frame.ts';
import { CLOSE, type Close } from './close-codes.ts';

/** Messages to drafts that a socket is about to be let into: what a browser sends while it waits. */
const BEFORE_ENTRY = { bytes: 1024 * 1024, messages: 200 };

/** Drafts, and sessions of them, that one socket opens in its life. */
const MAX_OPENED = 1_000;

/** Bytes of what a reader's browser tells it has; a long deletion history takes some tens of kilobytes. */
const MAX_READERS_ANSWER = 256 * 1024;

/** Bytes that a message costs at least, by the work that it makes: an answer with all of a draft, a look into the store. */
const LEAST_COST: { [kind in FrameKind]: number } = {
  auth: 64 * 1024,
  asks: 128 * 1024,
  answers: 64 * 1024,
  update: 1_024,
  awareness: 1_024,
  other: 1_024,
};

export interface FrameGateOptions {
  /** What the socket may do with a draft that it has open, by its name without a session. `none`: it has not. */
  rightTo(name: string): 'write' | 'read' | 'none';
  /** Takes a message that may be handled. */
  handle(data: Uint8Array): void;
  /** Answers a message of a reader that nothing of it was saved. */
  refuse(name: string): void;
  close(why: Close): void;
  /** Drafts that may be about to be opened at once. */
  maxOpening: number;
}

/**
 * Stands between a socket and the drafts: a message is judged by its head, and what it carries is decoded only where the
 * socket has the draft open and may do with it what the message wants. Messages to other drafts are dropped.
 */
export interface FrameGate {
  /** @returns what the message costs, in bytes */
  take(data: Uint8Array): number;
  /** Lets through what waited for a draft. */
  open(name: string): void;
  /** Forgets what waited for a draft that the socket is not let into. */
  refuse(name: string): void;
}

export function createFrameGate(options: FrameGateOptions): FrameGate {
  const { rightTo, handle, refuse, close, maxOpening } = options;
  /** Messages by the address of a draft that is about to be opened. */
  const opening = new Map<string, Uint8Array[]>();
  const opened = new Set<string>();

  function isOpen({ address }: Frame): boolean {
    return (opened.has(address) || opened.has(nameOf(address))) && rightTo(nameOf(address)) !== 'none';
  }

  function judge(frame: Frame, data: Uint8Array): void {
    const name = nameOf(frame.address);
    const isReader = rightTo(name) !== 'write';
    // To a reader, the library answers a change without reading it.
    const isIgnored = isReader && frame.kind === 'update';
    if (isReader && frame.kind === 'answers' && frame.payload.byteLength > MAX_READERS_ANSWER) refuse(name);
    else if (isIgnored || isReadable(frame)) handle(data);
    else close(CLOSE.malformed);
  }

  function enter(frame: Frame, data: Uint8Array): void {
    if (opening.size >= maxOpening || opened.size >= MAX_OPENED) {
      close(CLOSE.reset);
      return;
    }
    opened.delete(frame.address);
    opening.set(frame.address, []);
    handle(data);
  }

  function wait(waiting: Uint8Array[], data: Uint8Array): void {
    const all = [...opening.values()].flat();
    const bytes = all.reduce((sum, { byteLength }) => sum + byteLength, data.byteLength);
    if (bytes > BEFORE_ENTRY.bytes || all.length >= BEFORE_ENTRY.messages) close(CLOSE.reset);
    else waiting.push(data);
  }

  /** Takes a draft's messages out of those that wait. */
  function release(name: string): [string, Uint8Array[]][] {
    const released = [...opening].filter(([address]) => nameOf(address) === name);
    for (const [address] of released) opening.delete(address);
    return released;
  }

  function take(data: Uint8Array): number {
    const frame = readFrame(data);
    if (!frame) {
      close(CLOSE.malformed);
      return data.byteLength;
    }
    const waiting = opening.get(frame.address);
    if (waiting) wait(waiting, data);
    else if (isOpen(frame)) judge(frame, data);
    else if (frame.kind === 'auth') enter(frame, data);
    return Math.max(data.byteLength, LEAST_COST[frame.kind]);
  }

  return {
    take,
    open(name) {
      const released = release(name);
      for (const [address] of released) opened.add(address);
      for (const data of released.flatMap(([, waiting]) => waiting)) take(data);
    },
    refuse: (name) => void release(name),
  };
}

function nameOf(address: string): string {
  return address.split('\0', 1)[0] ?? '';
}

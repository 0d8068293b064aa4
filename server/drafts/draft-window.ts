import { setTimeout as wait } from 'node:timers/promises';
import { decodeStateVector, encodeStateVector, snapshot, snapshotContainsUpdate } from 'yjs';
import { type DraftFrame, type DraftFrameKind, readFrame, writeFrame } from '#core/drafts/draft-frames.ts';
import type { ErrorLog } from '../log/rate-limited-log.ts';
import { pacePresence, readAwareness } from './presence/awareness.ts';
import { CLOSE, DraftRefused } from './refusals.ts';
import type { AnswerState, DraftMember, DraftSocket, ServedDraft } from './served-draft.ts';
import { type DecodedUpdate, decodeUpdate, MOST_CHEAP_BYTES } from './updates/judge-update.ts';
import type { JudgedOutcome } from './updates/judged-writes.ts';

/** Maximum drafts per socket, open or opening: a page has three. */
const MAX_DRAFTS = 12;

/** Maximum frames kept for drafts that are being opened. */
const BEFORE_ENTRY = { bytes: 1024 * 1024, frames: 200 };

/** Maximum length of a draft's name in a frame. */
const MAX_NAME = 200;

/** Maximum bytes of a frame without the name, by kind. Updates are limited by the maximum size of a message. */
const MAX_BYTES: { [kind in DraftFrameKind]?: number } = {
  enter: 8_192,
  request: 256 * 1024,
  awareness: 32 * 1024,
  leave: 1_024,
};

/** Maximum bytes of an answer from a browser that may only read; a long deletion history takes some tens of kilobytes. */
const MAX_READERS_ANSWER = 256 * 1024;

/**
 * Minimum cost of a frame in bytes, by the work it causes: an answer with a whole draft, a read of the store, a frame to everyone
 * in the draft. Browsers send no other kinds.
 */
const LEAST_COST: { [kind in DraftFrameKind]?: number } = {
  enter: 64 * 1024,
  request: 128 * 1024,
  answer: 64 * 1024,
  update: 1_024,
  awareness: 8 * 1024,
  leave: 1_024,
};

/** What it costs to forward a change to one browser, in bytes of the sender's budget: some 10 µs. */
const FORWARDING = 256;

/** What a refused update takes of a person's budget, in bytes: trying it may have taken two seconds of another thread. */
const REFUSAL = 512 * 1024;

/**
 * Milliseconds that updates of somebody who writes alone may wait, where writes are counted: nobody else sees them later.
 * Source: Meki's own, from the budget of 60 writes for a minute of typing.
 */
const PATIENCE = 3_000;

/** Maximum updates of a browser to a draft that are written at once; later ones are written in turn. */
const MAX_AT_ONCE = 500;

/** Milliseconds in which a browser compares its draft with the server's after it connected. */
const COMPARING = 20_000;

type Outcome = JudgedOutcome | 'failed';

/** How a socket ends after an update. Browsers compare again when they reconnect, and send what the server lacks. */
const CLOSE_AFTER: { [outcome in Outcome]?: (typeof CLOSE)[keyof typeof CLOSE] } = {
  incomplete: CLOSE.reset,
  unreadable: CLOSE.malformed,
};

export interface DraftWindowOptions {
  socket: DraftSocket;
  /** Opens a draft for the socket with the right that its person has. @throws {DraftRefused} */
  enter(name: string, socket: DraftSocket): Promise<DraftConnection>;
  log: ErrorLog;
}

/**
 * The frames of one browser window: each is parsed once, dropped unless its draft is open to the window, and given to its
 * connection to that draft. Frames to a draft that is being opened wait.
 */
export class DraftWindow {
  readonly #options: DraftWindowOptions;
  /** The drafts that are open, and the frames that wait for those that are being opened. */
  readonly #drafts = new Map<string, DraftConnection | Uint8Array[]>();
  #hasEntered = false;
  #hasEnded = false;

  constructor(options: DraftWindowOptions) {
    this.#options = options;
  }

  /** Whether a draft was ever opened. */
  get hasEntered(): boolean {
    return this.#hasEntered;
  }

  /** Takes a frame. @returns its cost in bytes */
  take(bytes: Uint8Array): number {
    const frame = readFrame(bytes);
    if (!frame || !isAcceptable(frame, bytes)) {
      this.#options.socket.close(CLOSE.malformed);
      return bytes.byteLength;
    }
    const draft = this.#drafts.get(frame.name);
    const isOpen = draft instanceof DraftConnection;
    const cost = Math.max(bytes.byteLength, LEAST_COST[frame.kind] ?? 0, isOpen ? draft.costOf(frame) : 0);
    if (!draft && frame.kind === 'enter') void this.#enter(frame.name);
    else if (draft && !isOpen) this.#keep(draft, bytes);
    else if (draft && frame.kind === 'leave') {
      this.#drafts.delete(frame.name);
      draft.leave();
    } else draft?.take(frame);
    return cost;
  }

  #keep(waiting: Uint8Array[], bytes: Uint8Array): void {
    const all = this.#waiting().flat();
    const size = all.reduce((sum, { byteLength }) => sum + byteLength, bytes.byteLength);
    if (size > BEFORE_ENTRY.bytes || all.length >= BEFORE_ENTRY.frames) this.#options.socket.close(CLOSE.reset);
    else waiting.push(bytes);
  }

  #waiting(): Uint8Array[][] {
    return [...this.#drafts.values()].filter((draft) => Array.isArray(draft));
  }

  async #enter(name: string): Promise<void> {
    const { socket, enter, log } = this.#options;
    if (this.#waiting().length >= MAX_DRAFTS) return socket.close(CLOSE.reset);
    const waiting: Uint8Array[] = [];
    this.#drafts.set(name, waiting);
    try {
      if (this.#drafts.size > MAX_DRAFTS) throw new DraftRefused('too-many');
      const draft = await enter(name, socket);
      if (this.#hasEnded) return draft.leave();
      this.#drafts.set(name, draft);
      this.#hasEntered = true;
      socket.send(writeFrame({ name, kind: 'granted', right: draft.right }));
    } catch (error) {
      this.#drafts.delete(name);
      if (error instanceof DraftRefused) {
        return socket.send(writeFrame({ name, kind: 'denied', reason: error.reason }));
      }
      log.error({ err: error, draft: name }, 'A draft cannot be opened now');
      return socket.close(CLOSE.notSaved);
    }
    for (const bytes of waiting) if (!socket.isClosed) this.take(bytes);
  }

  /** The socket is gone. */
  end(): void {
    this.#hasEnded = true;
    for (const draft of this.#drafts.values()) if (draft instanceof DraftConnection) draft.leave();
    this.#drafts.clear();
  }
}

function isAcceptable({ name, kind }: DraftFrame, { byteLength }: Uint8Array): boolean {
  // Windows of a former version could name one of several sessions behind NUL.
  if (LEAST_COST[kind] === undefined || name.length > MAX_NAME || name.includes('\0')) return false;
  return byteLength <= (MAX_BYTES[kind] ?? Number.POSITIVE_INFINITY) + MAX_NAME;
}

export interface DraftConnectionOptions {
  served: ServedDraft;
  socket: DraftSocket;
  right: DraftMember['right'];
  /** Whether other instances of the server have the same drafts open, and writes are counted. */
  isShared: boolean;
  answer: AnswerState;
  /** See `createTurns`. */
  inTurn: (work: () => void) => void;
  onLeave: () => void;
  /** Called after `onLeave`, when all that was sent before is written. */
  release: () => void;
  log: ErrorLog;
}

/**
 * A draft that a window has open. An update is judged, logged and applied (`updates/`), and only then acknowledged; applying it
 * sends it to all others (`ServedDraft`). Updates that come one after the other are written at once, so that they can share a write.
 */
export class DraftConnection implements DraftMember {
  readonly socket: DraftSocket;
  readonly clients = new Set<number>();
  right: DraftMember['right'];
  readonly #options: DraftConnectionOptions;
  readonly #served: ServedDraft;
  readonly #pace: ReturnType<typeof pacePresence>;
  readonly #writing = new Set<Promise<void>>();
  /** The last update that is written in turn. */
  #last: Promise<void> | undefined;
  /** Settled once the browser has said since it connected what the server lacks. */
  readonly #compared = Promise.withResolvers<void>();
  #hasCompared = false;
  #hasLeft = false;

  constructor(options: DraftConnectionOptions) {
    this.#options = options;
    this.#served = options.served;
    this.socket = options.socket;
    this.right = options.right;
    this.#pace = pacePresence(options.inTurn);
    this.#served.join(this);
  }

  /** What the work that a frame causes costs in bytes, as far as it depends on the draft. */
  costOf(frame: DraftFrame): number {
    const { draft, users } = this.#served;
    if (frame.kind === 'request') return Math.max(draft.bytes / 4, 4 * frame.payload.byteLength);
    if (frame.kind === 'answer') return draft.bytes / 8;
    if (frame.kind === 'update' && frame.payload.byteLength > MOST_CHEAP_BYTES) return draft.bytes / 4;
    return users * FORWARDING;
  }

  take(frame: DraftFrame): void {
    if (frame.kind === 'request') this.#answer(frame.payload);
    else if (frame.kind === 'awareness') this.#present(frame.payload);
    else if (frame.kind === 'update' && this.right === 'read') this.#send('unsaved');
    else if (frame.kind === 'answer' && this.right === 'read') this.#compare(frame.payload);
    else if (frame.kind === 'answer' || frame.kind === 'update') this.#receive(frame.payload, frame.kind === 'answer');
  }

  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#served.leave(this);
    this.#options.onLeave();
    // What was sent before is still written, and brought into the item then.
    void Promise.allSettled([...this.#writing]).then(this.#options.release);
  }

  /** What comes of something that a browser encoded; otherwise, its socket is closed. */
  #decode<T>(payload: Uint8Array, decode: (payload: Uint8Array) => T): T | undefined {
    try {
      return decode(payload);
    } catch {
      this.socket.close(CLOSE.malformed);
      return undefined;
    }
  }

  /** Sends what the browser lacks, and requests what the server lacks: one answer per turn of the event loop. */
  #answer(state: Uint8Array): void {
    if (!this.#decode(state, decodeStateVector)) return;
    this.#options.inTurn(() => {
      if (this.#hasLeft) return;
      const { key: name, doc } = this.#served.draft;
      this.socket.send(writeFrame({ name, kind: 'request', payload: encodeStateVector(doc) }));
      this.socket.send(writeFrame({ name, kind: 'answer', payload: this.#options.answer(doc, state) }));
    });
  }

  #present(payload: Uint8Array): void {
    const received = this.#decode(payload, readAwareness);
    if (!received) return;
    this.#pace(this.#served.draft.key, () => {
      if (!this.#hasLeft && !this.socket.isClosed) this.#served.present(this, received);
    });
  }

  /** Says to a browser that may only read whether it has something that the server lacks. */
  #compare(payload: Uint8Array): void {
    if (payload.byteLength > MAX_READERS_ANSWER) this.#send('unsaved');
    else if (this.#decode(payload, decodeUpdate)) this.#send(this.#hasNews(payload) ? 'unsaved' : 'saved');
  }

  /** On every connection, browsers send all of their deletions, which are mostly known. */
  #hasNews(payload: Uint8Array): boolean {
    return !snapshotContainsUpdate(snapshot(this.#served.draft.doc), payload);
  }

  #receive(payload: Uint8Array, isAnswer: boolean): void {
    const decoded = this.#decode(payload, decodeUpdate);
    if (!decoded) return;
    // Decoded, a long update takes many times its size, and it may wait for a trial: only its bytes are kept.
    const kept = payload.byteLength <= MOST_CHEAP_BYTES ? decoded : undefined;
    const write = () => this.#write(payload, kept, isAnswer);
    const isInTurn = this.#last !== undefined || this.#writing.size >= MAX_AT_ONCE;
    const written = (isInTurn ? (this.#last ?? Promise.resolve()).then(write) : write()).finally(() => {
      this.#writing.delete(written);
      if (this.#last === written) this.#last = undefined;
    });
    this.#writing.add(written);
    if (isInTurn) this.#last = written;
  }

  async #write(payload: Uint8Array, decoded: DecodedUpdate | undefined, isAnswer: boolean): Promise<void> {
    if (this.right === 'read') return this.#send('unsaved');
    const writing = isAnswer ? this.#writeAnswer(payload, decoded) : this.#writeUpdate(payload, decoded);
    const outcome = await writing.catch((error: unknown) => this.#report(error));
    if (this.socket.isClosed || this.#hasLeft) return;
    if (outcome === 'saved') return this.#send('saved');
    this.right = 'read';
    // A browser that lacks what it wrote itself would say the same after each new connection.
    if (outcome === 'too-large' || outcome === 'too-costly' || (outcome === 'incomplete' && isAnswer)) {
      this.socket.spend(REFUSAL);
      this.socket.send(writeFrame({ name: this.#served.draft.key, kind: 'refused', reason: outcome }));
    } else this.socket.close(CLOSE_AFTER[outcome] ?? CLOSE.notSaved);
  }

  async #writeAnswer(payload: Uint8Array, decoded: DecodedUpdate | undefined): Promise<Outcome> {
    try {
      return this.#hasNews(payload) ? await this.#save(payload, decoded) : 'saved';
    } finally {
      this.#hasCompared = true;
      this.#compared.resolve();
    }
  }

  /**
   * A browser sends what is typed right after it connected before the server has what was written offline: that comes with its
   * answer to what the server has, and the typed words are part of it.
   */
  async #writeUpdate(payload: Uint8Array, decoded: DecodedUpdate | undefined): Promise<Outcome> {
    const outcome = await this.#save(payload, decoded);
    if (outcome !== 'incomplete' || this.#hasCompared) return outcome;
    await Promise.race([this.#compared.promise, wait(COMPARING, undefined, { ref: false })]);
    return this.#save(payload, decoded);
  }

  /** Judges an update, logs it, and applies it. */
  async #save(payload: Uint8Array, decoded: DecodedUpdate | undefined): Promise<Outcome> {
    const { id, name } = this.socket.actor;
    const patience = this.#options.isShared && this.#served.isAlone(this) ? PATIENCE : 0;
    const source = { by: { id, name }, connection: this, patience };
    const outcome = await this.#served.writes.write(payload, decoded, source);
    this.socket.noteUse();
    return outcome;
  }

  #report(error: unknown): Outcome {
    const { key, isBroken } = this.#served.draft;
    this.#options.log.error(
      { err: error, draft: key },
      'An update of a draft could not be saved; the browser keeps it',
    );
    if (isBroken) this.#served.closeAll();
    return 'failed';
  }

  #send(kind: 'saved' | 'unsaved'): void {
    if (!this.#hasLeft) this.socket.send(writeFrame({ name: this.#served.draft.key, kind }));
  }
}

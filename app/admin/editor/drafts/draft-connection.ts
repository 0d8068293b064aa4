import { ObservableV2 } from 'lib0/observable';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import { applyUpdate, type Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import { type DraftFrame, type DraftFrameKind, readFrame, writeFrame } from '#core/drafts/draft-frames.ts';

/** Milliseconds until a new connection: a random time between the least one and one that doubles with each failure. */
interface Pauses {
  least: number;
  first: number;
  longest: number;
}

const PAUSES: Pauses = { least: 250, first: 500, longest: 8_000 };

/** Milliseconds in which the server answers something that was sent; otherwise the connection counts as broken. */
const ANSWER_LIMIT = 30_000;

/** What the server does not answer. */
const UNANSWERED: ReadonlySet<DraftFrameKind> = new Set(['awareness', 'leave']);

/** Milliseconds between two looks at what was not answered. */
const LOOK = 3_000;

/** The close code that a window uses itself when the server cannot be reached. */
const UNREACHABLE = 4408;

/** What is used of a browser's WebSocket. */
interface Socket {
  binaryType: string;
  readonly readyState: number;
  readonly bufferedAmount: number;
  onmessage: unknown;
  send(data: Uint8Array<ArrayBuffer>): void;
  close(): void;
  addEventListener(type: 'open', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void;
}

export interface DraftConnectionOptions {
  url: string;
  /** The browser's own if it is not given. */
  WebSocket?: new (
    url: string,
  ) => Socket;
  pauses?: Pauses;
  /** A socket that the document has opened already, with what it entered and requested. */
  started?: { socket: Socket; messages: readonly ArrayBuffer[] } | undefined;
}

/** The state of a socket that is open. Source: WebSockets, `readyState`. */
const OPEN = 1;

/**
 * The connection of a window to its drafts: one WebSocket for all of them, made again after each loss while the window is open.
 * Nothing is queued meanwhile: on each connection, a draft and the server compare what they have.
 */
export class DraftConnection extends ObservableV2<{
  /** Frames go through, or no longer do. */
  open: () => void;
  close: (code: number) => void;
  /** The server tells the version of its client files. */
  build: (version: string) => void;
}> {
  readonly #options: DraftConnectionOptions;
  readonly #drafts = new Map<string, RemoteDraft>();
  #socket: Socket | undefined;
  #started: DraftConnectionOptions['started'];
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Since when the server has not answered anything that it answers, in milliseconds of `performance.now()`. */
  #unansweredSince: number | undefined;
  readonly #looking: ReturnType<typeof setInterval>;
  isOpen = false;

  constructor(options: DraftConnectionOptions) {
    super();
    this.#options = options;
    this.#started = options.started;
    this.#looking = setInterval(() => {
      // Not waiting for the socket to close, which takes as long as its network is away.
      if (performance.now() - (this.#unansweredSince ?? Number.POSITIVE_INFINITY) > ANSWER_LIMIT)
        this.#closed(UNREACHABLE);
    }, LOOK);
    this.connect();
  }

  /** The socket, as long as there is one. */
  get socket(): Socket | undefined {
    return this.#socket;
  }

  /** Connects now, unless it is connected. */
  connect(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    if (this.#socket) return;
    const { url, WebSocket: Chosen = globalThis.WebSocket } = this.#options;
    const started = (this.#started?.socket.readyState ?? OPEN + 1) > OPEN ? undefined : this.#started;
    this.#started = undefined;
    const socket: Socket = started?.socket ?? new Chosen(url);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    const isCurrent = () => this.#socket === socket;
    socket.addEventListener('open', () => isCurrent() && this.#opened());
    socket.addEventListener('message', ({ data }) => isCurrent() && this.#receive(new Uint8Array(data as ArrayBuffer)));
    socket.addEventListener('close', ({ code }) => isCurrent() && this.#closed(code));
    if (!started) return;
    socket.onmessage = null;
    // The drafts are opened meanwhile.
    if (socket.readyState === OPEN) queueMicrotask(() => isCurrent() && this.#opened(started.messages));
  }

  /** Disconnects until `connect` is called. */
  disconnect(): void {
    if (this.#socket) this.#closed(UNREACHABLE);
    clearTimeout(this.#retry);
  }

  /** Opens a draft; it is entered now and on each connection. */
  open(name: string, doc: Doc): RemoteDraft {
    const draft = new RemoteDraft({
      name,
      doc,
      send: (frame) => this.#send(frame),
      onClose: () => this.#drafts.get(name) === draft && this.#drafts.delete(name),
    });
    this.#drafts.set(name, draft);
    if (this.isOpen) draft.enter();
    return draft;
  }

  /** Ends the connection for good. */
  override destroy(): void {
    this.disconnect();
    clearInterval(this.#looking);
    super.destroy();
  }

  #send(frame: DraftFrame): void {
    if (!this.isOpen) return;
    if (!UNANSWERED.has(frame.kind)) this.#unansweredSince ??= performance.now();
    this.#socket?.send(writeFrame(frame));
  }

  #opened(messages: readonly ArrayBuffer[] = []): void {
    this.isOpen = true;
    this.emit('open', []);
    for (const message of messages) this.#receive(new Uint8Array(message));
    for (const draft of this.#drafts.values()) draft.enter();
  }

  #receive(bytes: Uint8Array): void {
    this.#failures = 0;
    this.#unansweredSince = undefined;
    const frame = readFrame(bytes);
    if (frame?.kind === 'build') this.emit('build', [frame.version]);
    else if (frame) this.#drafts.get(frame.name)?.receive(frame);
  }

  #closed(code: number): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.isOpen = false;
    this.#unansweredSince = undefined;
    socket?.close();
    for (const draft of this.#drafts.values()) draft.disconnected();
    const { least, first, longest } = this.#options.pauses ?? PAUSES;
    const most = Math.min(longest, first * 2 ** this.#failures++);
    this.#retry = setTimeout(() => this.connect(), least + Math.random() * (most - least));
    this.emit('close', [code]);
  }
}

interface RemoteDraftOptions {
  name: string;
  doc: Doc;
  send: (frame: DraftFrame) => void;
  onClose: () => void;
}

/** A draft of the server, in step with a document of this window. */
export class RemoteDraft extends ObservableV2<{
  /** `isSynced` or `unsyncedChanges` may have changed. */
  change: () => void;
  /** The server lets this person in, or not, or no longer takes what they write. */
  granted: (right: 'write' | 'read') => void;
  denied: (reason: string) => void;
  refused: (reason: string) => void;
  /** Something that this window sent was not applied. */
  unsaved: () => void;
}> {
  readonly name: string;
  readonly doc: Doc;
  readonly awareness: Awareness;
  readonly #options: RemoteDraftOptions;
  /** Whether the window has what the server has, since the last connect. */
  isSynced = false;
  /** Number of answers and updates that the server has not said to be durable; 1 while nothing was compared. */
  unsyncedChanges = 1;
  /** What the server lets this person do; `undefined` while that is not known. */
  right: 'write' | 'read' | undefined;
  #isDenied = false;

  constructor(options: RemoteDraftOptions) {
    super();
    this.#options = options;
    this.name = options.name;
    this.doc = options.doc;
    this.awareness = new Awareness(options.doc);
    this.doc.on('update', this.#onUpdate);
    this.awareness.on('update', this.#onAwareness);
  }

  /** Enters the draft on a new connection, and compares. */
  enter(): void {
    this.#isDenied = false;
    this.#send({ name: this.name, kind: 'enter' });
    this.compare();
    // A new clock: the server may have removed the state that this window had on its last connection.
    const state = this.awareness.getLocalState();
    if (state) this.awareness.setLocalState(state);
  }

  /** Requests what the server has; it requests the same in return, and acknowledges the answer. */
  compare(): void {
    this.#noteUnsynced(1);
    this.#send({ name: this.name, kind: 'request', payload: encodeStateVector(this.doc) });
  }

  receive(frame: DraftFrame): void {
    switch (frame.kind) {
      case 'request':
        this.#send({ ...frame, kind: 'answer', payload: encodeStateAsUpdate(this.doc, frame.payload) });
        break;
      case 'answer':
        applyUpdate(this.doc, frame.payload, this);
        this.#note(true);
        break;
      case 'update':
        applyUpdate(this.doc, frame.payload, this);
        break;
      case 'awareness':
        applyAwarenessUpdate(this.awareness, frame.payload, this);
        break;
      case 'granted':
        this.right = frame.right;
        this.emit('granted', [frame.right]);
        break;
      case 'denied':
        this.#isDenied = true;
        this.emit('denied', [frame.reason]);
        break;
      case 'refused':
        this.emit('refused', [frame.reason]);
        break;
      case 'saved':
        this.#noteUnsynced(Math.max(0, this.unsyncedChanges - 1));
        break;
      case 'unsaved':
        this.emit('unsaved', []);
    }
  }

  disconnected(): void {
    this.right = undefined;
    const others = [...this.awareness.getStates().keys()].filter((client) => client !== this.doc.clientID);
    removeAwarenessStates(this.awareness, others, this);
    this.#note(false);
  }

  /** Leaves the draft. */
  close(): void {
    this.doc.off('update', this.#onUpdate);
    this.awareness.off('update', this.#onAwareness);
    this.#send({ name: this.name, kind: 'leave' });
    this.#options.onClose();
    this.awareness.destroy();
    this.destroy();
  }

  /** Nobody would answer frames to a draft that this person is not let into. */
  #send(frame: DraftFrame): void {
    if (!this.#isDenied) this.#options.send(frame);
  }

  #note(isSynced: boolean): void {
    this.isSynced = isSynced;
    this.emit('change', []);
  }

  #noteUnsynced(count: number): void {
    this.unsyncedChanges = count;
    if (count === 0) this.isSynced = true;
    this.emit('change', []);
  }

  readonly #onUpdate = (update: Uint8Array, origin: unknown) => {
    if (origin === this) return;
    this.#noteUnsynced(this.unsyncedChanges + 1);
    this.#send({ name: this.name, kind: 'update', payload: update });
  };

  readonly #onAwareness = (changes: { [change: string]: number[] }, origin: unknown) => {
    const client = this.doc.clientID;
    if (origin === this || !Object.values(changes).flat().includes(client)) return;
    this.#send({ name: this.name, kind: 'awareness', payload: encodeAwarenessUpdate(this.awareness, [client]) });
  };
}

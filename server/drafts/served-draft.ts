import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import { type Doc, encodeStateAsUpdate } from 'yjs';
import type { Actor } from '#core/access/actor.ts';
import { contentHash } from '#core/documents/content-hash.ts';
import { type DraftFrame, writeFrame } from '#core/drafts/draft-frames.ts';
import type { PersonInDraft } from '#core/drafts/presence.ts';
import { type ReceivedAwareness, signAwareness, writeAwareness } from './presence/awareness.ts';
import { CLOSE, type Close } from './refusals.ts';
import type { JudgedWrites } from './updates/judged-writes.ts';
import { FROM_ELSEWHERE, type OpenDraft } from './updates/open-draft.ts';

/** Maximum length of the name of a field. */
const MAX_PLACE = 40;

/** The socket of one browser window. */
export interface DraftSocket {
  /** The person, as of the last check. */
  readonly actor: Extract<Actor, { kind: 'person' }>;
  /** Whether later frames are ignored. */
  readonly isClosed: boolean;
  /** Records activity, which extends the session. */
  noteUse(): void;
  /** Takes bytes of the person's budget, for work that a frame caused. */
  spend(bytes: number): void;
  send(frame: Uint8Array): void;
  close(why: Close): void;
}

/** A browser window that has a draft open. */
export interface DraftMember {
  readonly socket: DraftSocket;
  right: 'write' | 'read';
  /** The Yjs clients whose presence it sends. */
  readonly clients: Set<number>;
}

export interface ServedDraftOptions {
  draft: OpenDraft;
  writes: Pick<JudgedWrites, 'write'>;
  /** Called after each change that this process made. */
  onChange: () => void;
  /** Called when somebody moves. */
  onAwareness?: (() => void) | undefined;
}

/** A draft in memory with the browsers that have it open: what one of them writes or says of its place, all others get. */
export class ServedDraft {
  readonly draft: OpenDraft;
  readonly writes: Pick<JudgedWrites, 'write'>;
  readonly awareness: Awareness;
  readonly members = new Set<DraftMember>();
  /** Members, and programs that use it. */
  users = 0;
  /** Counts all users that there were. */
  uses = 0;
  /** The client ids that people of other instances have here. */
  #others = new Set<number>();
  #othersClock = 0;
  readonly #instance = crypto.randomUUID();

  constructor({ draft, writes, onChange, onAwareness }: ServedDraftOptions) {
    this.draft = draft;
    this.writes = writes;
    this.awareness = new Awareness(draft.doc);
    this.awareness.setLocalState(null);
    draft.doc.on('update', (update, origin) => {
      // Who wrote it has it; what Yjs itself adds to it has no origin.
      this.#broadcast({ name: draft.key, kind: 'update', payload: update }, origin);
      if (origin !== FROM_ELSEWHERE) onChange();
    });
    this.awareness.on('update', ({ added, updated, removed }: { [change: string]: number[] }) => {
      this.#broadcast(this.#presenceOf([added, updated, removed].flatMap((clients) => clients ?? [])));
      onAwareness?.();
    });
  }

  #broadcast(frame: DraftFrame, except?: unknown): void {
    if (this.members.size === 0) return;
    const bytes = writeFrame(frame);
    for (const member of this.members) if (member !== except) member.socket.send(bytes);
  }

  #presenceOf(clients: number[]): DraftFrame {
    return { name: this.draft.key, kind: 'awareness', payload: encodeAwarenessUpdate(this.awareness, clients) };
  }

  join(member: DraftMember): void {
    this.members.add(member);
    const present = [...this.awareness.getStates().keys()];
    if (present.length > 0) member.socket.send(writeFrame(this.#presenceOf(present)));
  }

  leave(member: DraftMember): void {
    this.members.delete(member);
    removeAwarenessStates(this.awareness, [...member.clients], null);
  }

  /** Takes what a browser says of its place, under the person's own name. */
  present(member: DraftMember, { states, clocks }: ReceivedAwareness): void {
    const { id, name } = member.socket.actor;
    const others = [...this.members].filter((other) => other !== member);
    signAwareness(states, {
      user: { id, name },
      own: member.clients,
      isOthers: (client) => others.some(({ socket, clients }) => socket.actor.id !== id && clients.has(client)),
    });
    for (const client of states.keys()) {
      member.clients.add(client);
      // A window that connects again speaks for itself before its former connection ends.
      for (const other of others) other.clients.delete(client);
    }
    applyAwarenessUpdate(
      this.awareness,
      writeAwareness(states, (client) => clocks.get(client) ?? 0),
      member,
    );
  }

  /** Whether nobody else has the draft open, here or at another instance. */
  isAlone(member: DraftMember): boolean {
    const present = this.awareness.getStates().keys();
    return this.users <= 1 && present.every((client) => member.clients.has(client));
  }

  /** The people whose browsers are connected here, once per window. */
  people(): PersonInDraft[] {
    return [...this.members].map((member) => {
      const { id, name } = member.socket.actor;
      const place = this.#placeOf(member);
      return { draft: this.draft.key, id, name, canWrite: member.right === 'write', ...(place && { place }) };
    });
  }

  #placeOf({ clients }: DraftMember): string | undefined {
    for (const client of clients) {
      const place: unknown = this.awareness.getStates().get(client)?.place;
      if (typeof place === 'string' && place.length <= MAX_PLACE) return place;
    }
    return undefined;
  }

  /** Shows the people of other instances, without carets, under client ids of this process. */
  showOthers(people: readonly PersonInDraft[]): void {
    const states = new Map<number, object | null>([...this.#others].map((client) => [client, null]));
    this.#others = new Set();
    for (const { id, name, place } of people) {
      const client = Number.parseInt(contentHash([this.#instance, id]).slice(-8), 36) % 2 ** 32;
      states.set(client, { user: { id, name }, ...(place && { place }) });
      this.#others.add(client);
    }
    if (states.size === 0) return;
    const clock = ++this.#othersClock;
    applyAwarenessUpdate(
      this.awareness,
      writeAwareness(states, () => clock),
      FROM_ELSEWHERE,
    );
  }

  /** Closes the sockets of all browsers that have it open, so that they connect again. */
  closeAll(): void {
    for (const { socket } of this.members) socket.close(CLOSE.reset);
  }

  /** Ends it when nobody uses it any more. */
  end(): void {
    this.draft.stop();
    this.draft.doc.destroy();
  }
}

/** Maximum answers that are kept, of all drafts. Those who reconnect after a restart ask the same. */
const MOST_KEPT = 4;

/** What a browser lacks of a document, given what it has as a Yjs state vector. */
export type AnswerState = (doc: Doc, state: Uint8Array) => Uint8Array;

/** Encodes each state once, as long as the document stays as it is. */
export function createStateAnswers(): AnswerState {
  const watched = new WeakSet<Doc>();
  let kept: { doc: Doc; state: Uint8Array; update: Uint8Array }[] = [];

  return (doc, state) => {
    const known = kept.find((each) => each.doc === doc && Buffer.compare(each.state, state) === 0);
    if (known) return known.update;
    const update = encodeStateAsUpdate(doc, state);
    const forget = () => {
      kept = kept.filter((each) => each.doc !== doc);
    };
    if (!watched.has(doc)) {
      watched.add(doc);
      doc.on('update', forget);
      doc.on('destroy', forget);
    }
    kept = [{ doc, state, update }, ...kept].slice(0, MOST_KEPT);
    return update;
  };
}

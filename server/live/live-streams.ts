import { type Actor, actorOf } from '#core/access/actor.ts';
import { sessions, users } from '#core/accounts/account-collections.ts';
import type { Client, Identity } from '#core/accounts/identity.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { InvalidQuery } from '#core/documents/errors.ts';
import { mayReadTarget } from '#core/live/live-access.ts';
import { LIVE_BEAT, type ListenedTarget, type ListenRequest, type StreamEvent } from '#core/live/live-protocol.ts';
import type { Log } from '../log/log.ts';
import { type LiveHub, lineOf } from './live-hub.ts';
import { createSharedTargets, type SharedEvent, type SharedTargets } from './shared-targets.ts';

/** Maximum streams per person: windows on all of their devices. Source: Meki's own; as many as sockets of drafts. */
const MOST_OF_ONE = 24;

/** Unsent events of a browser that does not read; it is disconnected and gets the state when it connects again. */
const MOST_UNSENT = 100;

/** Milliseconds after the first event in which others join it in the answer to long polling. */
const GATHERING = 20;

export interface LiveStreamsOptions {
  hub: LiveHub;
  store: DocumentStore;
  identity: Pick<Identity, 'session'>;
  log: Pick<Log, 'error'>;
  /** Ends all streams. */
  stop: AbortSignal;
}

/** Whoever listens. */
export interface StreamOwner {
  current: CurrentAccount;
  client: Client;
}

export type LiveStreams = (owner: StreamOwner, request: ListenRequest) => ReadableStream<Uint8Array>;

/** Shows that a stream still works. */
const BEAT = new Uint8Array([10]);

/**
 * Opens streams of live data: the topics that the policy table allows, and the documents of targets. A stream ends with its
 * session, and when the person's rights change: whoever has other rights then connects again.
 */
export function createLiveStreams(options: LiveStreamsOptions): LiveStreams {
  const numbers = new Map<string, number>();
  const shared = createSharedTargets(options.store);

  return (owner, request) => {
    const { id } = owner.current.user;
    let stream: LiveStream | undefined;
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const count = (numbers.get(id) ?? 0) + 1;
          numbers.set(id, count);
          const onClose = () => {
            const left = (numbers.get(id) ?? 1) - 1;
            if (left > 0) numbers.set(id, left);
            else numbers.delete(id);
          };
          stream = new LiveStream({ ...options, shared, owner, request, controller, onClose });
          if (count > MOST_OF_ONE || options.stop.aborted) stream.endForGood();
          else stream.open();
        },
        cancel: () => stream?.close(),
      },
      { highWaterMark: MOST_UNSENT },
    );
  };
}

interface LiveStreamOptions extends LiveStreamsOptions {
  shared: SharedTargets;
  owner: StreamOwner;
  request: ListenRequest;
  controller: ReadableStreamDefaultController<Uint8Array>;
  onClose: () => void;
}

/** One stream, until it is closed by the browser, its session or the server. */
class LiveStream {
  readonly #options: LiveStreamOptions;
  readonly #actor: Actor;
  /** What is to be ended when it closes. */
  readonly #ends: (() => void)[] = [];
  #isOpen = true;
  #expiresAt: number;
  /** The end of an answer to long polling. */
  #closing: NodeJS.Timeout | undefined;

  constructor(options: LiveStreamOptions) {
    const { user, session } = options.owner.current;
    this.#options = options;
    this.#actor = actorOf(user);
    this.#expiresAt = session.expiresAt;
  }

  open(): void {
    const { hub, shared, stop } = this.#options;
    const { targets, revisions = [], wait } = this.#options.request;
    const { user, session } = this.#options.owner.current;
    const close = () => this.close();
    // So that a browser knows that streams arrive.
    this.#write(BEAT);
    const beat = setInterval(() => {
      if (this.#expiresAt <= Date.now()) void this.#check();
      else this.#write(BEAT);
    }, LIVE_BEAT);
    beat.unref();
    this.#ends.push(() => clearInterval(beat));
    if (wait !== undefined) {
      const waiting = setTimeout(close, wait);
      this.#ends.push(() => clearTimeout(waiting));
    }
    stop.addEventListener('abort', close, { once: true });
    this.#ends.push(() => stop.removeEventListener('abort', close));
    const leave = hub.join({
      actor: this.#actor,
      send: (line, revision) => {
        if (!revisions.includes(revision)) this.#sendLine(line);
      },
    });
    if (leave) this.#ends.push(leave);
    for (const target of targets) this.#listen(target);
    // The first snapshot reports changes made since the session was read.
    const documents = [users.at(user.id).path, sessions.at(session.id).path];
    this.#ends.push(shared.join({ documents }, { onEvent: () => void this.#check(), onError: close }));
  }

  #listen({ id, target, resumeToken }: ListenedTarget): void {
    if (!mayReadTarget(this.#actor, target)) {
      this.#send({ refused: id });
      return;
    }
    try {
      const onEvent = ({ isNew, lineFor }: SharedEvent) => this.#sendLine(lineFor(id), isNew);
      this.#ends.push(this.#options.shared.join(target, { onEvent, onError: () => this.close() }, resumeToken));
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error;
      this.#send({ refused: id });
    }
  }

  /** Closes it if its session has ended, or its person has other rights. */
  async #check(): Promise<void> {
    const { identity, log, owner, stop } = this.#options;
    const { user, token } = owner.current;
    try {
      const found = await identity.session(token, owner.client);
      if (!found.ok) return this.endForGood();
      this.#expiresAt = found.session.expiresAt;
      if (found.user.role !== user.role || found.user.disabled) this.close();
    } catch (error) {
      if (!stop.aborted) log.error({ err: error }, 'A session cannot be checked now; its stream is closed');
      this.close();
    }
  }

  #send(event: StreamEvent): void {
    this.#sendLine(lineOf(event));
  }

  /** @param isNew whether it is worth answering a request of long polling */
  #sendLine(line: Uint8Array, isNew = true): void {
    this.#write(line);
    if (isNew && this.#options.request.wait !== undefined) this.#closing ??= setTimeout(() => this.close(), GATHERING);
  }

  #write(line: Uint8Array): void {
    const { controller } = this.#options;
    if (!this.#isOpen) return;
    if ((controller.desiredSize ?? 0) <= 0) this.close();
    else controller.enqueue(line);
  }

  endForGood(): void {
    this.#send({ end: true });
    this.close();
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#closing);
    for (const end of this.#ends) end();
    this.#options.onClose();
    try {
      this.#options.controller.close();
    } catch {
      // The browser has closed it.
    }
  }
}

import type { Document } from '#core/documents/document-store.ts';
import {
  type BatchOutcome,
  type ClientChange,
  LIVE_PATHS,
  MOST_PENDING_BATCHES,
  type RegisterRequest,
  type Registration,
  type WriteEvent,
  type WriteRequest,
} from '#core/live/live-protocol.ts';
import { createStore, type Store } from '../ui/kit/create-store.ts';
import { backoffAfter, wait } from './backoff.ts';
import { CONNECT_TIMEOUT, IDLE_TIMEOUT, REGISTRATION_TIMEOUT } from './data-limits.ts';
import { type DataStorage, type KeptClient, keyOfBatch, type QueuedBatch } from './storage/data-storage.ts';
import { DataError, type Transport } from './transport.ts';

interface WriteQueueOptions {
  storage: DataStorage;
  transport: Transport;
  /** Whether lasting streams do not pass. */
  isPolling: () => boolean;
  /** Gets documents as the server has them after a batch. */
  onDocuments: (documents: Document[]) => void;
}

/** What became of a batch in the queue. */
interface Settled {
  seq: number;
  outcome: BatchOutcome | { refused: 'ended' };
}

/** The changes of this browser that the server has not applied yet, in their order. One window at a time sends them. */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #storage: DataStorage;
  readonly #batches = createStore<readonly QueuedBatch[]>([]);
  /** What is pending or was returned, as far as known to this window. */
  readonly batches: Pick<Store<readonly QueuedBatch[]>, 'read' | 'subscribe'> = this.#batches;
  readonly #stopping = new AbortController();
  readonly #stopHearing: () => void;
  #waking = new AbortController();
  #isRunning = false;
  /** Whether there may be something to send that the present round has not seen. */
  #isWanted = false;
  /** Failed attempts since the server last answered a batch, or was reached again. */
  #failures = 0;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
    this.#storage = options.storage;
    this.#stopHearing = options.storage.hear((message) => {
      if (message.kind === 'writes') void this.#loadAndSend();
      else options.onDocuments(message.documents);
    });
    void this.#loadAndSend();
  }

  /** Resolves once the changes are stored in this browser; they are sent as soon as possible. */
  async add(changes: ClientChange[], about: QueuedBatch['about']): Promise<void> {
    await this.#storage.inTurn('queue', async () => {
      const seq = ((await this.#storage.get('facts', 'seq')) ?? 0) + 1;
      await this.#storage.put('facts', { seq });
      await this.#storage.put('writes', { [keyOfBatch(seq)]: { seq, changes, about } });
    });
    await this.#load();
    this.#storage.announce({ kind: 'writes' });
    this.#sendSoon();
  }

  /** Removes a batch that was returned. */
  async dismiss(seq: number): Promise<void> {
    await this.#storage.put('writes', { [keyOfBatch(seq)]: undefined });
    await this.#load();
    this.#storage.announce({ kind: 'writes' });
  }

  /** Sends what is pending now that the server is reached again; how often attempts failed before no longer counts. */
  send(): void {
    this.#failures = 0;
    this.#sendSoon();
  }

  stop(): void {
    this.#stopHearing();
    this.#stopping.abort();
  }

  async #load(): Promise<readonly QueuedBatch[]> {
    const found = await this.#storage.values('writes');
    this.#batches.write(found);
    return found;
  }

  async #loadPending(): Promise<QueuedBatch[]> {
    return (await this.#load()).filter(({ refused }) => refused === undefined);
  }

  async #settle(outcomes: readonly Settled[]): Promise<void> {
    const known = new Map((await this.#storage.values('writes')).map((batch) => [batch.seq, batch]));
    const entries: { [key: string]: QueuedBatch | undefined } = {};
    const documents: Document[] = [];
    for (const { seq, outcome } of outcomes) {
      const batch = known.get(seq);
      if (!batch) continue;
      const isRefused = 'refused' in outcome;
      entries[keyOfBatch(seq)] = isRefused ? { ...batch, refused: outcome.refused } : undefined;
      if (!isRefused) documents.push(...outcome.documents);
    }
    await this.#storage.put('writes', entries);
    // Before the changes are taken off the documents, so that nothing flickers.
    this.#options.onDocuments(documents);
    this.#storage.announce({ kind: 'documents', documents });
    await this.#load();
    this.#storage.announce({ kind: 'writes' });
  }

  /** Gets an id for this browser, and learns what became of the batches that were sent with the former one. */
  async #register(former: KeptClient | undefined): Promise<void> {
    const body: RegisterRequest = former ? { client: former.id } : {};
    const given = await this.#options.transport.request<Registration>(LIVE_PATHS.register, body, REGISTRATION_TIMEOUT);
    const tried = (await this.#storage.get('facts', 'tried')) ?? 0;
    const pending = await this.#loadPending();
    const sent = former ? pending.filter(({ seq }) => seq <= tried) : [];
    const settled = sent.flatMap(({ seq }): Settled[] => {
      const number = seq - (former?.base ?? 0);
      if (!given.former) return [{ seq, outcome: { refused: 'ended' } }];
      if (number > given.former.last) return [];
      const refusal = given.former.refusals.find((one) => one.number === number);
      return [{ seq, outcome: refusal ?? { number, documents: [] } }];
    });
    await this.#settle(settled);
    await this.#storage.inTurn('queue', async () => {
      const [next] = await this.#loadPending();
      const last = (await this.#storage.get('facts', 'seq')) ?? 0;
      await this.#storage.put('facts', {
        client: { id: given.client, base: (next?.seq ?? last + 1) - 1 },
        tried: undefined,
      });
    });
  }

  async *#eventsOf(request: WriteRequest): AsyncGenerator<WriteEvent, void> {
    if (this.#options.isPolling()) {
      yield* (await this.#options.transport.request<{ events: WriteEvent[] }>(LIVE_PATHS.commit, request)).events;
      return;
    }
    const limits = { first: CONNECT_TIMEOUT, idle: IDLE_TIMEOUT, signal: this.#stopping.signal };
    for await (const line of this.#options.transport.stream(LIVE_PATHS.write, request, limits)) {
      if (line !== '') yield JSON.parse(line) as WriteEvent;
    }
  }

  /** Sends up to ten batches. @returns whether the server answered any of them */
  async #sendSome(client: KeptClient, pending: readonly QueuedBatch[]): Promise<boolean> {
    const sent = pending.slice(0, MOST_PENDING_BATCHES);
    await this.#storage.put('facts', { tried: sent.at(-1)?.seq });
    const numbered = sent.map(({ seq, changes }) => ({ number: seq - client.base, changes }));
    let hasAnswer = false;
    for await (const event of this.#eventsOf({ client: client.id, batches: numbered })) {
      hasAnswer = true;
      this.#failures = 0;
      if ('problem' in event) await this.#register(client);
      else await this.#settle([{ seq: event.number + client.base, outcome: event }]);
    }
    return hasAnswer;
  }

  async #sendAll(): Promise<void> {
    await this.#storage.inTurn('send', async () => {
      while (!this.#stopping.signal.aborted) {
        const client = await this.#storage.get('facts', 'client');
        if (!client) {
          await this.#register(undefined);
          continue;
        }
        const pending = await this.#loadPending();
        if (pending.length === 0) return;
        if (!(await this.#sendSome(client, pending))) throw new DataError('unavailable');
      }
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#failures = 0;
    while (!this.#stopping.signal.aborted) {
      this.#waking = new AbortController();
      this.#isWanted = false;
      try {
        await this.#sendAll();
        if (!this.#isWanted) break;
      } catch (error) {
        if (!(error instanceof DataError)) console.error(error);
        // Whoever is signed out sends after signing in again.
        if (error instanceof DataError && error.code === 'ended') break;
        await wait(backoffAfter(this.#failures++), AbortSignal.any([this.#waking.signal, this.#stopping.signal]));
      }
    }
    this.#isRunning = false;
  }

  /** Also if an attempt has just failed. */
  #sendSoon(): void {
    this.#isWanted = true;
    if (this.#isRunning) this.#waking.abort();
    else if (!this.#stopping.signal.aborted) void this.#run();
  }

  /** The window that made a change may be closed before it is sent. */
  async #loadAndSend(): Promise<void> {
    if ((await this.#loadPending()).length > 0 && !this.#isRunning) this.#sendSoon();
  }
}

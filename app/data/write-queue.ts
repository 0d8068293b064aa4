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
import { DataError } from './data-error.ts';
import { CONNECT_TIMEOUT, IDLE_TIMEOUT, REGISTRATION_TIMEOUT } from './data-limits.ts';
import { type DataStorage, type KeptClient, keyOfBatch, type QueuedBatch } from './storage/data-storage.ts';
import type { Transport } from './transport.ts';

/** The changes of this browser that the server has not applied yet, in their order. One window at a time sends them. */
export interface WriteQueue {
  /** What is pending or was returned, as far as known to this window. */
  batches: Pick<Store<readonly QueuedBatch[]>, 'read' | 'subscribe'>;
  /** Resolves once the changes are stored in this browser; they are sent as soon as possible. */
  add(changes: ClientChange[], about: QueuedBatch['about']): Promise<void>;
  /** Removes a batch that was returned. */
  dismiss(seq: number): Promise<void>;
  /** Sends what is pending now that the server is reached again; how often attempts failed before no longer counts. */
  send(): void;
  stop(): void;
}

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

/** @see WriteQueue */
export function createWriteQueue({ storage, transport, isPolling, onDocuments }: WriteQueueOptions): WriteQueue {
  const batches = createStore<readonly QueuedBatch[]>([]);
  const stopping = new AbortController();
  let waking = new AbortController();
  let isRunning = false;
  /** Whether there may be something to send that the present round has not seen. */
  let isWanted = false;
  /** Failed attempts since the server last answered a batch, or was reached again. */
  let failures = 0;

  async function load(): Promise<readonly QueuedBatch[]> {
    const found = await storage.values('writes');
    batches.write(found);
    return found;
  }

  async function loadPending(): Promise<QueuedBatch[]> {
    return (await load()).filter(({ refused }) => refused === undefined);
  }

  async function settle(outcomes: readonly Settled[]): Promise<void> {
    const known = new Map((await storage.values('writes')).map((batch) => [batch.seq, batch]));
    const entries: { [key: string]: QueuedBatch | undefined } = {};
    const documents: Document[] = [];
    for (const { seq, outcome } of outcomes) {
      const batch = known.get(seq);
      if (!batch) continue;
      const isRefused = 'refused' in outcome;
      entries[keyOfBatch(seq)] = isRefused ? { ...batch, refused: outcome.refused } : undefined;
      if (!isRefused) documents.push(...outcome.documents);
    }
    await storage.put('writes', entries);
    // Before the changes are taken off the documents, so that nothing flickers.
    onDocuments(documents);
    storage.announce({ kind: 'documents', documents });
    await load();
    storage.announce({ kind: 'writes' });
  }

  /** Gets an id for this browser, and learns what became of the batches that were sent with the former one. */
  async function register(former: KeptClient | undefined): Promise<void> {
    const body: RegisterRequest = former ? { client: former.id } : {};
    const given = await transport.request<Registration>(LIVE_PATHS.register, body, REGISTRATION_TIMEOUT);
    const tried = (await storage.get('facts', 'tried')) ?? 0;
    const pending = await loadPending();
    const sent = former ? pending.filter(({ seq }) => seq <= tried) : [];
    const settled = sent.flatMap(({ seq }): Settled[] => {
      const number = seq - (former?.base ?? 0);
      if (!given.former) return [{ seq, outcome: { refused: 'ended' } }];
      if (number > given.former.last) return [];
      const refusal = given.former.refusals.find((one) => one.number === number);
      return [{ seq, outcome: refusal ?? { number, documents: [] } }];
    });
    await settle(settled);
    await storage.inTurn('queue', async () => {
      const [next] = await loadPending();
      const last = (await storage.get('facts', 'seq')) ?? 0;
      await storage.put('facts', { client: { id: given.client, base: (next?.seq ?? last + 1) - 1 }, tried: undefined });
    });
  }

  async function* eventsOf(request: WriteRequest): AsyncGenerator<WriteEvent, void> {
    if (isPolling()) {
      yield* (await transport.request<{ events: WriteEvent[] }>(LIVE_PATHS.commit, request)).events;
      return;
    }
    const limits = { first: CONNECT_TIMEOUT, idle: IDLE_TIMEOUT, signal: stopping.signal };
    for await (const line of transport.stream(LIVE_PATHS.write, request, limits)) {
      if (line !== '') yield JSON.parse(line) as WriteEvent;
    }
  }

  /** Sends up to ten batches. @returns whether the server answered any of them */
  async function sendSome(client: KeptClient, pending: readonly QueuedBatch[]): Promise<boolean> {
    const sent = pending.slice(0, MOST_PENDING_BATCHES);
    await storage.put('facts', { tried: sent.at(-1)?.seq });
    const numbered = sent.map(({ seq, changes }) => ({ number: seq - client.base, changes }));
    let hasAnswer = false;
    for await (const event of eventsOf({ client: client.id, batches: numbered })) {
      hasAnswer = true;
      failures = 0;
      if ('problem' in event) await register(client);
      else await settle([{ seq: event.number + client.base, outcome: event }]);
    }
    return hasAnswer;
  }

  async function sendAll(): Promise<void> {
    await storage.inTurn('send', async () => {
      while (!stopping.signal.aborted) {
        const client = await storage.get('facts', 'client');
        if (!client) {
          await register(undefined);
          continue;
        }
        const pending = await loadPending();
        if (pending.length === 0) return;
        if (!(await sendSome(client, pending))) throw new DataError('unavailable');
      }
    });
  }

  async function run(): Promise<void> {
    isRunning = true;
    failures = 0;
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      isWanted = false;
      try {
        await sendAll();
        if (!isWanted) break;
      } catch (error) {
        if (!(error instanceof DataError)) console.error(error);
        // Whoever is signed out sends after signing in again.
        if (error instanceof DataError && error.code === 'ended') break;
        await wait(backoffAfter(failures++), AbortSignal.any([waking.signal, stopping.signal]));
      }
    }
    isRunning = false;
  }

  /** Also if an attempt has just failed. */
  function sendSoon(): void {
    isWanted = true;
    if (isRunning) waking.abort();
    else if (!stopping.signal.aborted) void run();
  }

  /** The window that made a change may be closed before it is sent. */
  async function loadAndSend(): Promise<void> {
    if ((await loadPending()).length > 0 && !isRunning) sendSoon();
  }

  const stopHearing = storage.hear((message) => {
    if (message.kind === 'writes') void loadAndSend();
    else onDocuments(message.documents);
  });
  void loadAndSend();

  return {
    batches,
    async add(changes, about) {
      await storage.inTurn('queue', async () => {
        const seq = ((await storage.get('facts', 'seq')) ?? 0) + 1;
        await storage.put('facts', { seq });
        await storage.put('writes', { [keyOfBatch(seq)]: { seq, changes, about } });
      });
      await load();
      storage.announce({ kind: 'writes' });
      sendSoon();
    },
    async dismiss(seq) {
      await storage.put('writes', { [keyOfBatch(seq)]: undefined });
      await load();
      storage.announce({ kind: 'writes' });
    },
    send() {
      failures = 0;
      sendSoon();
    },
    stop() {
      stopHearing();
      stopping.abort();
    },
  };
}

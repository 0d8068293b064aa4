import {
  type AnalyticsConfig,
  type ClientChange,
  LIVE_PATHS,
  type LiveTarget,
  type StreamEvent,
} from '#core/live/live-protocol.ts';
import type { LiveEvent, LiveTopic } from '#core/live/live-topics.ts';
import { createStore } from '../ui/kit/create-store.ts';
import { type ConnectionState, createConnectionState } from './connection-state.ts';
import { ANALYTICS_TIMEOUT, CACHE_BYTES } from './data-limits.ts';
import { createListenStream } from './listen-stream.ts';
import { LiveTargets } from './live-targets.ts';
import type { DataStorage, QueuedBatch } from './storage/data-storage.ts';
import type { TargetView } from './target-view.ts';
import type { Transport } from './transport.ts';
import { WriteQueue } from './write-queue.ts';

/** The data of the server in one window of the admin area. */
export interface DataClient {
  connection: Pick<ConnectionState, 'read' | 'subscribe'>;
  /** What this browser has changed and the server has not applied yet, or has refused. */
  batches: WriteQueue['batches'];
  /** Connects, or returns to a connection that was paused. */
  resume(): void;
  /** Disconnects, for example while nobody sees the page. */
  pause(): void;
  /** The device has lost its network: counts as offline until the server answers. */
  lose(): void;
  close(): void;
  /** The last event of a topic; `undefined` without a connection. */
  readTopic(topic: LiveTopic): LiveEvent | undefined;
  subscribeToTopics(listener: () => void): () => void;
  /** Calls back with the result of a target, now and after every change, until the returned function is called. */
  listen(target: LiveTarget, onView: (view: TargetView) => void): () => void;
  /** Changes documents: at once for this browser, and on the server as soon as it can be reached. */
  write(changes: ClientChange[], about: QueuedBatch['about']): Promise<void>;
  /** Removes a batch that was returned. */
  dismiss(seq: number): Promise<void>;
  /** What the site allows to be counted: nothing so far, so that no page asks. @throws {DataError} */
  analytics(): Promise<AnalyticsConfig>;
}

export interface DataClientOptions {
  transport: Transport;
  storage: DataStorage;
  /** Told once that the server cannot be reached. */
  log: (message: string) => void;
  cacheBytes?: number;
}

/** Creates the client; it connects once it is resumed. */
export function createDataClient({ transport, storage, log, cacheBytes = CACHE_BYTES }: DataClientOptions): DataClient {
  const state = createConnectionState(log);
  const topics = createStore<ReadonlyMap<LiveTopic, LiveEvent>>(new Map());
  const queue = new WriteQueue({
    storage,
    transport,
    isPolling: () => stream.isPolling(),
    onDocuments: (documents) => targets.takeWritten(documents),
  });
  const targets = new LiveTargets({
    storage,
    transport,
    batches: queue.batches.read,
    cacheBytes,
    onChange: () => stream.restart(),
  });
  const stream = createListenStream({
    transport,
    state,
    request: () => ({
      targets: targets.listened(),
      revisions: [...topics.read().values()].map(({ revision }) => revision),
    }),
    onEvent: take,
    onInvalidated: () => topics.write(new Map()),
  });
  queue.batches.subscribe(() => targets.refresh());
  state.subscribe(() => {
    if (state.read() === 'online') queue.send();
  });

  function take(event: Exclude<StreamEvent, { end: true }>): void {
    if ('topic' in event) topics.write(new Map(topics.read()).set(event.topic, event));
    else targets.take(event);
  }

  return {
    connection: state,
    batches: queue.batches,
    resume: stream.resume,
    pause: stream.pause,
    lose() {
      state.cut();
      stream.restart();
    },
    close() {
      stream.pause();
      queue.stop();
      storage.close();
    },
    readTopic: (topic) => topics.read().get(topic),
    subscribeToTopics: topics.subscribe,
    listen: (target, onView) => targets.listen(target, onView),
    write: (changes, about) => queue.add(changes, about),
    dismiss: (seq) => queue.dismiss(seq),
    analytics: () => transport.request<AnalyticsConfig>(LIVE_PATHS.analytics, {}, ANALYTICS_TIMEOUT),
  };
}

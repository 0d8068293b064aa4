import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import type { LiveTarget } from '#core/live/live-protocol.ts';
import type { LiveEvent, LiveTopic, LiveValues } from '#core/live/live-topics.ts';
import type { Connectivity } from '../connection-state.ts';
import { createDataClient, type DataClient } from '../data-client.ts';
import type { QueuedBatch } from '../storage/data-storage.ts';
import { openIndexedStorage } from '../storage/indexed-storage.ts';
import { createSafeStorage } from '../storage/safe-storage.ts';
import type { TargetView } from '../target-view.ts';
import { createTransport } from '../transport.ts';

const LiveContext = createContext<DataClient | undefined>(undefined);

/**
 * Connects the admin area to the data of the server while it is visible. Browsers have six connections for all windows of a
 * site without HTTP/2: hidden windows need none.
 */
export function LiveProvider({ person, children }: { person: string; children: ReactNode }) {
  const [client, setClient] = useState<DataClient>();
  useEffect(() => {
    const warn = (message: string, error: unknown) => console.warn(message, error);
    const opened = createDataClient({
      transport: createTransport((path, init) => fetch(path, init)),
      storage: createSafeStorage(() => openIndexedStorage(person), warn),
      log: (message) => console.info(message),
    });
    setClient(opened);
    const follow = () => (document.visibilityState === 'visible' ? opened.resume() : opened.pause());
    const resume = () => opened.resume();
    const pause = () => opened.pause();
    follow();
    document.addEventListener('visibilitychange', follow);
    addEventListener('pagehide', pause);
    addEventListener('pageshow', follow);
    addEventListener('online', resume);
    addEventListener('offline', opened.lose);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      removeEventListener('pagehide', pause);
      removeEventListener('pageshow', follow);
      removeEventListener('online', resume);
      removeEventListener('offline', opened.lose);
      opened.close();
      setClient(undefined);
    };
  }, [person]);
  return <LiveContext value={client}>{children}</LiveContext>;
}

/** The data client; `undefined` on the server and until the page is hydrated. */
export function useDataClient(): DataClient | undefined {
  return useContext(LiveContext);
}

/** Whether the server answers. */
export function useConnectivity(): Connectivity {
  const client = useDataClient();
  return useSyncExternalStore(
    (listener) => client?.connection.subscribe(listener) ?? (() => {}),
    () => client?.connection.read() ?? 'unknown',
    () => 'unknown',
  );
}

const NONE: readonly QueuedBatch[] = [];

/** The changes of this browser that the server has not applied yet, or has refused. */
export function useBatches(): readonly QueuedBatch[] {
  const client = useDataClient();
  return useSyncExternalStore(
    (listener) => client?.batches.subscribe(listener) ?? (() => {}),
    () => client?.batches.read() ?? NONE,
    () => NONE,
  );
}

/** The result of a target, as it changes; `undefined` until anything is known of it, and for `undefined`. */
export function useTarget(target: LiveTarget | undefined): TargetView | undefined {
  const client = useDataClient();
  const key = target && JSON.stringify(target);
  const [found, setFound] = useState<{ key: string; view: TargetView }>();
  useEffect(() => {
    if (!client || key === undefined) return;
    return client.listen(JSON.parse(key) as LiveTarget, (view) => setFound({ key, view }));
  }, [client, key]);
  return found?.key === key ? found?.view : undefined;
}

type EventOf<Topic extends LiveTopic> = Extract<LiveEvent, { topic: Topic }>;

/** The last event of a topic. */
export function useLiveEvent<Topic extends LiveTopic>(topic: Topic): EventOf<Topic> | undefined {
  const client = useDataClient();
  return useSyncExternalStore(
    (listener) => client?.subscribeToTopics(listener) ?? (() => {}),
    () => client?.readTopic(topic) as EventOf<Topic> | undefined,
    () => undefined,
  );
}

/** The value of a topic on the server; `undefined` without a connection or the right to it. */
export function useLive<Topic extends LiveTopic>(topic: Topic): LiveValues[Topic] | undefined {
  return useLiveEvent(topic)?.value as LiveValues[Topic] | undefined;
}

/**
 * Loads the page's data again after a change of a topic.
 * @param isStale whether the data that the page was opened with is older than the first value
 * @param isOn whether changes matter to the page at all; default: yes
 */
export function useLiveReload<Topic extends LiveTopic>(
  topic: Topic,
  isStale: (value: LiveValues[Topic]) => boolean,
  isOn = true,
): void {
  const event = useLiveEvent(topic);
  const { revalidate } = useRevalidator();
  const seen = useRef<string>(undefined);
  const judge = useRef(isStale);
  judge.current = isStale;
  useEffect(() => {
    if (!event || !isOn || event.revision === seen.current) return;
    const isFirst = seen.current === undefined;
    seen.current = event.revision;
    if (!isFirst || judge.current(event.value as LiveValues[Topic])) void revalidate();
  }, [event, isOn, revalidate]);
}

import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { LIVE_PATH, type LiveEvent, type LiveTopic, type LiveValues } from '#core/live/live-topics.ts';
import { createLiveConnection, type LiveConnection } from './live-connection.ts';

const LiveContext = createContext<LiveConnection | undefined>(undefined);

/**
 * Connects the admin area to live data while it is visible. Browsers have six connections for all windows of a site without
 * HTTP/2: hidden windows need none.
 */
export function LiveProvider({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  const [connection] = useState(() => createLiveConnection(() => new EventSource(LIVE_PATH)));
  useEffect(() => {
    if (!isOn) return;
    const follow = () => (document.visibilityState === 'visible' ? connection.resume() : connection.pause());
    const resume = () => connection.resume();
    const pause = () => connection.pause();
    follow();
    document.addEventListener('visibilitychange', follow);
    addEventListener('pagehide', pause);
    addEventListener('pageshow', follow);
    addEventListener('online', resume);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      removeEventListener('pagehide', pause);
      removeEventListener('pageshow', follow);
      removeEventListener('online', resume);
      pause();
    };
  }, [isOn, connection]);
  return <LiveContext value={connection}>{children}</LiveContext>;
}

type EventOf<Topic extends LiveTopic> = Extract<LiveEvent, { topic: Topic }>;

function useLiveEvent<Topic extends LiveTopic>(topic: Topic): EventOf<Topic> | undefined {
  const connection = useContext(LiveContext);
  return useSyncExternalStore(
    (listener) => connection?.subscribe(listener) ?? (() => {}),
    () => connection?.read(topic) as EventOf<Topic> | undefined,
    () => undefined,
  );
}

/** The value of a topic on the server; `undefined` without a connection or the right to it. */
export function useLive<Topic extends LiveTopic>(topic: Topic): LiveValues[Topic] | undefined {
  return useLiveEvent(topic)?.value;
}

/**
 * Loads the page's data again after a change of a topic.
 * @param isStale whether the data that the page was opened with is older than the first value
 */
export function useLiveReload<Topic extends LiveTopic>(
  topic: Topic,
  isStale: (value: LiveValues[Topic]) => boolean,
): void {
  const event = useLiveEvent(topic);
  const { revalidate } = useRevalidator();
  const seen = useRef<string>(undefined);
  const judge = useRef(isStale);
  judge.current = isStale;
  useEffect(() => {
    if (!event || event.revision === seen.current) return;
    const isFirst = seen.current === undefined;
    seen.current = event.revision;
    if (!isFirst || judge.current(event.value)) void revalidate();
  }, [event, revalidate]);
}

import type { LiveEvent, LiveTopic } from '#core/live/live-topics.ts';
import { CONNECT_TIMEOUT, IDLE_TIMEOUT, LIVE_BACKOFF } from './live-limits.ts';

/** The part of an `EventSource` that is used. */
export interface LiveSource {
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onerror: ((event: Event) => void) | null;
  addEventListener(type: 'end', listener: () => void): void;
  close(): void;
}

/** The events of the topics, as they are on the server while there is a connection. */
export interface LiveConnection {
  /** Connects, or returns to a connection that was paused; without effect after the server has ended it for good. */
  resume(): void;
  /** Disconnects, for example while nobody sees the page. */
  pause(): void;
  /** The last event of a topic; `undefined` without a connection. */
  read(topic: LiveTopic): LiveEvent | undefined;
  subscribe(listener: () => void): () => void;
}

/** @param open connects to the server */
export function createLiveConnection(open: () => LiveSource): LiveConnection {
  const listeners = new Set<() => void>();
  let events = new Map<LiveTopic, LiveEvent>();
  let source: LiveSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isEnded = false;

  function setEvents(next: Map<LiveTopic, LiveEvent>): void {
    events = next;
    for (const listener of listeners) listener();
  }

  function setTimer(work: () => void, wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(work, wait);
  }

  function drop(): void {
    clearTimeout(timer);
    timer = undefined;
    source?.close();
    source = undefined;
    if (events.size > 0) setEvents(new Map());
  }

  function fail(): void {
    drop();
    const { first, factor, max } = LIVE_BACKOFF;
    setTimer(connect, Math.min(first * factor ** failures++, max));
  }

  function connect(): void {
    const opened = open();
    source = opened;
    setTimer(fail, CONNECT_TIMEOUT);
    opened.onerror = fail;
    opened.onmessage = ({ data }) => {
      failures = 0;
      setTimer(fail, IDLE_TIMEOUT);
      if (data === '') return;
      const event = JSON.parse(data) as LiveEvent;
      setEvents(new Map(events).set(event.topic, event));
    };
    opened.addEventListener('end', () => {
      isEnded = true;
      drop();
    });
  }

  return {
    resume() {
      if (isEnded || source) return;
      drop();
      connect();
    },
    pause: drop,
    read: (topic) => events.get(topic),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

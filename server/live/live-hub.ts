import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { countUnread } from '#core/inbox/list-messages.ts';
import { messages } from '#core/inbox/messages-collection.ts';
import {
  LIVE_TOPIC_NAMES,
  LIVE_TOPICS,
  type LiveEvent,
  type LiveTopic,
  type LiveValues,
} from '#core/live/live-topics.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';

/** Where the value of a topic comes from: read again after each change of the collection. The reader checks permissions. */
const SOURCES: {
  [topic in LiveTopic]: {
    collection: string;
    read: (store: DocumentStore, actor: Actor) => Promise<LiveValues[topic]>;
  };
} = {
  inbox: {
    collection: messages.name,
    read: async (store, actor) => ({ unread: await countUnread(store, actor) }),
  },
};

/** Somebody who listens. */
export interface LiveListener {
  actor: Actor;
  /** Gets an event as JSON, with its revision. */
  send(event: string, revision: string): void;
}

/** Tells listeners the state of the topics that the policy table allows them, now and after every change. */
export interface LiveHub {
  /** @returns a function that stops listening; `undefined` if the listener may listen to nothing */
  join(listener: LiveListener): (() => void) | undefined;
  close(): void;
}

interface Room {
  listeners: Set<LiveListener>;
  /** The last event; `undefined` while there may be a newer state. */
  event: string | undefined;
  /** Of the last event. */
  revision: string;
  isReading: boolean;
  stop: () => void;
}

/** Each change is read once for all listeners; changes during a read are read together after it. */
export function createLiveHub({ store, log }: { store: DocumentStore; log: Pick<Log, 'error'> }): LiveHub {
  const start = crypto.randomUUID();
  const rooms = new Map<LiveTopic, Room>();
  let count = 0;

  function open(topic: LiveTopic): Room {
    const room: Room = { listeners: new Set(), event: undefined, revision: '', isReading: false, stop: () => {} };
    rooms.set(topic, room);
    const refresh = () => {
      room.event = undefined;
      void read(topic, room);
    };
    room.stop = listenFromNow(store, SOURCES[topic].collection, {
      onStart: refresh,
      onChanges: refresh,
      onGap: refresh,
      onError: (error) => log.error({ err: error, topic }, 'Listening to live data failed; retrying'),
    });
    return room;
  }

  async function read(topic: LiveTopic, room: Room): Promise<void> {
    if (room.isReading) return;
    room.isReading = true;
    try {
      while (room.event === undefined) {
        const [someone] = room.listeners;
        if (!someone) return;
        const before = ++count;
        // A change during the read clears the event of this round.
        room.event = '';
        const value = await SOURCES[topic].read(store, someone.actor);
        if (room.event === undefined) continue;
        room.revision = `${start}.${before}`;
        const event = { topic, revision: room.revision, value } as LiveEvent;
        room.event = JSON.stringify(event);
        for (const listener of room.listeners) listener.send(room.event, room.revision);
      }
    } catch (error) {
      room.event = undefined;
      log.error({ err: error, topic }, 'Live data cannot be read; the next change tries again');
    } finally {
      room.isReading = false;
    }
  }

  return {
    join(listener) {
      const topics = LIVE_TOPIC_NAMES.filter((topic) => may(listener.actor, LIVE_TOPICS[topic]));
      if (topics.length === 0) return undefined;
      for (const topic of topics) {
        const room = rooms.get(topic) ?? open(topic);
        room.listeners.add(listener);
        if (room.event) listener.send(room.event, room.revision);
        else if (room.event === undefined) void read(topic, room);
      }
      return () => {
        for (const topic of topics) rooms.get(topic)?.listeners.delete(listener);
      };
    },
    close() {
      for (const room of rooms.values()) room.stop();
    },
  };
}

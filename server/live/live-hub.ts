import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import { invitations, users } from '#core/accounts/account-collections.ts';
import { itemCards } from '#core/content/collections.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { countUnread } from '#core/inbox/list-messages.ts';
import { messages } from '#core/inbox/messages-collection.ts';
import {
  type EditedItem,
  LIVE_TOPIC_NAMES,
  LIVE_TOPICS,
  type LiveEvent,
  type LiveTopic,
  type LiveValues,
} from '#core/live/live-topics.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';

/** Who edits what, as the server of drafts knows it. */
export interface PresenceSource {
  edited(): EditedItem[];
  /** @returns a function that stops following */
  followEdited(listener: () => void): () => void;
}

/** Where the value of a topic comes from: read again after each change of the collections. The reader checks permissions. */
interface Source<Topic extends LiveTopic> {
  collections: readonly string[];
  read: (store: DocumentStore, actor: Actor) => Promise<LiveValues[Topic]>;
  /** Further changes. */
  follow?: (onChange: () => void) => () => void;
}

const sourcesOf = (presence: PresenceSource | undefined): { [topic in LiveTopic]: Source<topic> } => ({
  inbox: {
    collections: [messages.name],
    read: async (store, actor) => ({ unread: await countUnread(store, actor) }),
  },
  people: { collections: [users.name, invitations.name], read: async () => ({}) },
  items: { collections: [itemCards.name], read: async () => ({}) },
  presence: {
    collections: [],
    read: async () => ({ edited: presence?.edited() ?? [] }),
    ...(presence && { follow: presence.followEdited }),
  },
});

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

export interface LiveHubOptions {
  store: DocumentStore;
  log: Pick<Log, 'error'>;
  presence?: PresenceSource;
}

/** Each change is read once for all listeners; changes during a read are read together after it. */
export function createLiveHub({ store, log, presence }: LiveHubOptions): LiveHub {
  const sources = sourcesOf(presence);
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
    const { collections, follow } = sources[topic];
    const stops = [follow?.(refresh)];
    if (collections.length > 0) {
      stops.push(
        listenFromNow(store, collections, {
          onStart: refresh,
          onChanges: refresh,
          onGap: refresh,
          onError: (error) => log.error({ err: error, topic }, 'Listening to live data failed; retrying'),
        }),
      );
    }
    room.stop = () => {
      for (const stop of stops) stop?.();
    };
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
        const value = await sources[topic].read(store, someone.actor);
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

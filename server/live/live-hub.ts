import type { Actor } from '#core/access/actor.ts';
import { may } from '#core/access/policy.ts';
import { invitations, users } from '#core/accounts/account-collections.ts';
import { itemCards } from '#core/content/collections.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { fileCards } from '#core/files/file-card.ts';
import { files } from '#core/files/site-file.ts';
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

const encoder = new TextEncoder();

/** An event as a line of a stream. */
export function lineOf(event: unknown): Uint8Array {
  return encoder.encode(`${JSON.stringify(event)}\n`);
}

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
  /** Whether a change is told even if the value stays the same: pages then read again what they show. */
  tellsAll: boolean;
  /** Further changes. */
  follow?: (onChange: () => void) => () => void;
}

const sourcesOf = (presence: PresenceSource | undefined): { [topic in LiveTopic]: Source<topic> } => ({
  inbox: {
    collections: [messages.name],
    read: async (store, actor) => ({ unread: await countUnread(store, actor) }),
    tellsAll: true,
  },
  people: { collections: [users.name, invitations.name], read: async () => ({}), tellsAll: true },
  items: { collections: [itemCards.name], read: async () => ({}), tellsAll: true },
  files: { collections: [fileCards.name, files.name], read: async () => ({}), tellsAll: true },
  presence: {
    collections: [],
    read: async () => ({ edited: presence?.edited() ?? [] }),
    tellsAll: false,
    ...(presence && { follow: (onChange) => presence.followEdited(onChange) }),
  },
});

/** Somebody who listens. */
export interface LiveListener {
  actor: Actor;
  /** Gets an event as a line of a stream, the same for all listeners, with its revision. */
  send(line: Uint8Array, revision: string): void;
}

/** Tells listeners the state of the topics that the policy table allows them, now and after every change. */
export interface LiveHub {
  /** @returns a function that stops listening; `undefined` if the listener may listen to nothing */
  join(listener: LiveListener): (() => void) | undefined;
  close(): void;
}

interface Room {
  /** With the revision that each has been sent. */
  listeners: Map<LiveListener, string | undefined>;
  /** The last event, with its value as JSON. */
  event: { revision: string; value: string; line: Uint8Array } | undefined;
  /** Whether there may be a newer state. */
  isStale: boolean;
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
    const room: Room = { listeners: new Map(), event: undefined, isStale: true, isReading: false, stop: () => {} };
    rooms.set(topic, room);
    const refresh = () => {
      room.isStale = true;
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

  /** Sends the last event to those who have not got it. */
  function tell({ listeners, event }: Room): void {
    if (!event) return;
    for (const [listener, revision] of listeners) {
      if (revision === event.revision) continue;
      listeners.set(listener, event.revision);
      listener.send(event.line, event.revision);
    }
  }

  async function read(topic: LiveTopic, room: Room): Promise<void> {
    if (room.isReading) return;
    room.isReading = true;
    try {
      while (room.isStale) {
        const [someone] = room.listeners.keys();
        if (!someone) return;
        // A change during the read sets it again.
        room.isStale = false;
        const { read, tellsAll } = sources[topic];
        const value = await read(store, someone.actor);
        if (room.isStale) continue;
        const json = JSON.stringify(value);
        if (tellsAll || room.event?.value !== json) {
          const revision = `${start}.${++count}`;
          room.event = { revision, value: json, line: lineOf({ topic, revision, value } as LiveEvent) };
        }
        tell(room);
      }
    } catch (error) {
      room.isStale = true;
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
        room.listeners.set(listener, undefined);
        if (room.isStale) void read(topic, room);
        else if (!room.isReading) tell(room);
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

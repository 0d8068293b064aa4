import { actorOf } from '#core/access/actor.ts';
import { sessions, users } from '#core/accounts/account-collections.ts';
import type { Client, Identity } from '#core/accounts/identity.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { InvalidQuery } from '#core/documents/errors.ts';
import { mayReadTarget } from '#core/live/live-access.ts';
import { LIVE_BEAT, type ListenedTarget, type ListenRequest, type StreamEvent } from '#core/live/live-protocol.ts';
import type { Log } from '../log/log.ts';
import { lineOf } from './line-of.ts';
import type { LiveHub } from './live-hub.ts';
import { createSharedTargets, type SharedEvent } from './shared-targets.ts';

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
export function createLiveStreams({ hub, store, identity, log, stop }: LiveStreamsOptions): LiveStreams {
  const numbers = new Map<string, number>();
  const shared = createSharedTargets(store);

  return ({ current, client }, { targets, revisions = [], wait }) => {
    const { user, session, token } = current;
    const actor = actorOf(user);
    let close = () => {};
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const ends: (() => void)[] = [];
          let isOpen = true;
          let expiresAt = session.expiresAt;
          let closing: NodeJS.Timeout | undefined;
          const write = (line: Uint8Array) => {
            if (!isOpen) return;
            if ((controller.desiredSize ?? 0) <= 0) return close();
            controller.enqueue(line);
          };
          /** @param isNew whether it is worth answering a request of long polling */
          const sendLine = (line: Uint8Array, isNew = true) => {
            write(line);
            if (isNew && wait !== undefined) closing ??= setTimeout(() => close(), GATHERING);
          };
          const send = (event: StreamEvent) => sendLine(lineOf(event));
          close = () => {
            if (!isOpen) return;
            isOpen = false;
            clearTimeout(closing);
            for (const end of ends) end();
            const left = (numbers.get(user.id) ?? 1) - 1;
            if (left > 0) numbers.set(user.id, left);
            else numbers.delete(user.id);
            try {
              controller.close();
            } catch {
              // The browser has closed it.
            }
          };
          const endForGood = () => {
            send({ end: true });
            close();
          };
          const check = async () => {
            try {
              const found = await identity.session(token, client);
              if (!found.ok) return endForGood();
              expiresAt = found.session.expiresAt;
              if (found.user.role !== user.role || found.user.disabled) close();
            } catch (error) {
              if (!stop.aborted) log.error({ err: error }, 'A session cannot be checked now; its stream is closed');
              close();
            }
          };
          const listen = ({ id, target, resumeToken }: ListenedTarget) => {
            if (!mayReadTarget(actor, target)) return send({ refused: id });
            try {
              const onEvent = ({ isNew, lineFor }: SharedEvent) => sendLine(lineFor(id), isNew);
              ends.push(shared.join(target, { onEvent, onError: () => close() }, resumeToken));
            } catch (error) {
              if (!(error instanceof InvalidQuery)) throw error;
              send({ refused: id });
            }
          };

          const count = (numbers.get(user.id) ?? 0) + 1;
          numbers.set(user.id, count);
          if (count > MOST_OF_ONE || stop.aborted) return endForGood();
          // So that a browser knows that streams arrive.
          write(BEAT);
          const beat = setInterval(() => {
            if (expiresAt <= Date.now()) void check();
            else write(BEAT);
          }, LIVE_BEAT);
          beat.unref();
          ends.push(() => clearInterval(beat));
          if (wait !== undefined) {
            const waiting = setTimeout(() => close(), wait);
            ends.push(() => clearTimeout(waiting));
          }
          stop.addEventListener('abort', close, { once: true });
          ends.push(() => stop.removeEventListener('abort', close));
          const leave = hub.join({
            actor,
            send: (line, revision) => {
              if (!revisions.includes(revision)) sendLine(line);
            },
          });
          if (leave) ends.push(leave);
          for (const target of targets) listen(target);
          // The first snapshot reports changes made since the session was read.
          const documents = [users.at(user.id).path, sessions.at(session.id).path];
          ends.push(shared.join({ documents }, { onEvent: () => void check(), onError: () => close() }));
        },
        cancel: () => close(),
      },
      { highWaterMark: MOST_UNSENT },
    );
  };
}

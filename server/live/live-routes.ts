import { type Context, Hono } from 'hono';
import { actorOf } from '#core/access/actor.ts';
import { sessions, users } from '#core/accounts/account-collections.ts';
import type { Client, Identity } from '#core/accounts/identity.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { LIVE_BEAT, LIVE_PATH } from '#core/live/live-topics.ts';
import type { AccountCookies } from '../accounts/account-cookies.ts';
import { createRequestAccount } from '../accounts/create-request-account.ts';
import { readClient } from '../accounts/read-client.ts';
import type { Log } from '../log/log.ts';
import type { LiveHub } from './live-hub.ts';

/** Maximum streams per person: windows on all of their devices. Source: Meki's own; as many as sockets of drafts. */
const MOST_OF_ONE = 24;

/** Unsent events of a browser that does not read; it is disconnected and gets the state when it connects again. */
const MOST_UNSENT = 100;

const END = 'event: end\ndata:\n\n';

export interface LiveRoutesOptions {
  hub: LiveHub;
  store: DocumentStore;
  identity: Identity;
  cookies: AccountCookies;
  /** Number of trusted proxies in front of the server. */
  trustedProxies: number;
  log: Pick<Log, 'error'>;
  /** Ends all streams. */
  stop: AbortSignal;
}

/**
 * The stream of live data, as Server-Sent Events: for signed-in people, with the topics that the policy table allows them. It
 * ends with the session, and when the person's rights change. Who may not listen is told to stop with status 200, because
 * browsers log other statuses as errors.
 */
export function createLiveRoutes(options: LiveRoutesOptions): Hono {
  const { hub, store, identity, cookies, trustedProxies, log, stop } = options;
  const numbers = new Map<string, number>();
  const app = new Hono();

  app.get(LIVE_PATH, async (context) => {
    const client = readClient(context, trustedProxies);
    const cookieHeader = context.req.header('cookie');
    const { account, setCookies } = createRequestAccount({ identity, cookies, client, cookieHeader });
    const current = await account.current();
    const isFull = current !== undefined && (numbers.get(current.user.id) ?? 0) >= MOST_OF_ONE;
    const isRefused = !current || isFull || stop.aborted || context.req.method === 'HEAD';
    const response = answer(context, isRefused ? END : stream(current, client));
    for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie);
    return response;
  });

  function stream(current: CurrentAccount, client: Client): ReadableStream<Uint8Array> {
    const { user, session, token } = current;
    const encoder = new TextEncoder();
    let close = () => {};
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const actor = actorOf(user);
          const ends: (() => void)[] = [];
          let isOpen = true;
          let expiresAt = session.expiresAt;
          const write = (text: string) => {
            if (!isOpen) return;
            if ((controller.desiredSize ?? 0) <= 0) return close();
            controller.enqueue(encoder.encode(text));
          };
          close = () => {
            if (!isOpen) return;
            isOpen = false;
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
            write(END);
            close();
          };
          /** Whoever has other rights now connects again. */
          const check = async () => {
            try {
              const found = await identity.session(token, client);
              if (!found.ok) return endForGood();
              expiresAt = found.session.expiresAt;
              if (found.user.role !== user.role || found.user.disabled) close();
            } catch (error) {
              log.error({ err: error }, 'A session cannot be checked now; its stream is closed');
              close();
            }
          };
          numbers.set(user.id, (numbers.get(user.id) ?? 0) + 1);
          const beat = setInterval(() => {
            if (expiresAt <= Date.now()) void check();
            else write('data:\n\n');
          }, LIVE_BEAT);
          beat.unref();
          ends.push(() => clearInterval(beat));
          stop.addEventListener('abort', close, { once: true });
          ends.push(() => stop.removeEventListener('abort', close));
          const leave = hub.join({ actor, send: (event) => write(`data: ${event}\n\n`) });
          if (!leave) return endForGood();
          ends.push(leave);
          // The first snapshot reports changes made since the session was read.
          const documents = [users.at(user.id).path, sessions.at(session.id).path];
          ends.push(store.listen({ documents }, () => void check(), { onError: close }));
        },
        cancel: () => close(),
      },
      { highWaterMark: MOST_UNSENT },
    );
  }

  return app;
}

function answer(context: Context, body: string | ReadableStream<Uint8Array>): Response {
  return context.body(body, 200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'private, no-store, no-transform',
    // For proxies such as nginx, which would collect the events.
    'X-Accel-Buffering': 'no',
  });
}

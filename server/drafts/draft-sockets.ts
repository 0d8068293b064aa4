import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { actorOf } from '#core/access/actor.ts';
import { sessions, users } from '#core/accounts/account-collections.ts';
import type { Client, Identity } from '#core/accounts/identity.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { writeFrame } from '#core/drafts/draft-frames.ts';
import type { AccountCookies } from '../accounts/account-cookies.ts';
import { createRequestAccount } from '../accounts/create-request-account.ts';
import { clientAddress } from '../http/client-address.ts';
import type { Log } from '../log/log.ts';
import { limitErrors } from '../log/rate-limited-log.ts';
import { createBudgetsOfPeople, createByteBudget } from './budgets/byte-budget.ts';
import { createTurns } from './budgets/turns.ts';
import { CLOSE } from './close-codes.ts';
import { DraftWindow, type DraftWindowOptions } from './draft-window.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import type { DraftSocket } from './served-draft.ts';

/** Maximum message size: a draft written offline arrives in one message. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

/** Maximum sockets per person: windows on all of their devices. */
const MAX_SOCKETS_OF_ONE = 24;

/** Interval in milliseconds for checking whether a session has expired, and for extending it if its person writes. */
const SESSION_CHECK = 60_000;

/** Maximum unsent bytes per browser; a slow one is disconnected and gets them again on reconnect. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Rate limit per socket: a burst of three drafts of full length, then four megabytes in 16 s. A person who types sends some
 * hundred bytes per second. Beyond it, the socket is read more slowly (backpressure).
 */
const BUDGET = { atOnce: 8 * 1024 * 1024, perSecond: 256 * 1024 };

/** The same for all sockets of a person together: ten windows reconnect at once, each with three drafts. */
const BUDGET_OF_ONE = { atOnce: 16 * 1024 * 1024, perSecond: 512 * 1024 };

/** Maximum messages that are taken when a browser has gone: those of a second of typing. */
const MOST_AT_CLOSE = 50;

/** Interval in milliseconds for probing whether a paused browser is still connected. */
const PROBE_INTERVAL = 1_000;

/** Milliseconds without frames after which a socket is closed, or without an open draft; browsers send a frame every 15 s. */
const IDLE_LIMIT = 90_000;

/** Milliseconds for a socket to complete the closing handshake. */
const CLOSE_GRACE = 1_000;

export interface DraftSocketsOptions {
  origin: string;
  store: DocumentStore;
  identity: Identity;
  cookies: AccountCookies;
  /** Number of trusted proxies in front of the server. */
  trustedProxies: number;
  log: Pick<Log, 'warn' | 'error'>;
  /** The version of the client files of this build, which each window is told. */
  build?: string | undefined;
  /** Opens a draft for a socket. @throws {DraftRefused} */
  enter: DraftWindowOptions['enter'];
  /** Checks a socket's rights to its open drafts again. */
  judge(socket: DraftSocket): Promise<void>;
}

/** The sockets of drafts: only from pages of this site, and only while the person is signed in. */
export interface DraftSockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** Number of open sockets. */
  size(): number;
  /** Accepts no more sockets, and closes the existing ones so that they reconnect. */
  close(): Promise<void>;
}

export function createDraftSockets(options: DraftSocketsOptions): DraftSockets {
  const { origin, store, identity, cookies, trustedProxies } = options;
  // Windows whose words cannot be saved try again and again.
  const log = limitErrors(options.log);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
    // A packet may hold thousands of messages: one per turn of the event loop is read.
    allowSynchronousEvents: false,
  });
  const numbers = new Map<string, number>();
  const budgets = createBudgetsOfPeople(BUDGET_OF_ONE);
  const inTurn = createTurns();
  let isStopping = false;

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (isStopping) return refuseUpgrade(socket, 503);
    if (request.headers.origin !== origin) return refuseUpgrade(socket, 403);
    const client = readClient(request);
    const { account, setCookies } = createRequestAccount({
      identity,
      cookies,
      client,
      cookieHeader: request.headers.cookie,
    });
    let current: CurrentAccount | undefined;
    try {
      current = await account.current();
    } catch (error) {
      log.error({ err: error }, 'The session of a socket cannot be checked now');
      return refuseUpgrade(socket, 503);
    }
    if (!current) return refuseUpgrade(socket, 401);
    if ((numbers.get(current.user.id) ?? 0) >= MAX_SOCKETS_OF_ONE) return refuseUpgrade(socket, 429);
    if (isStopping) return refuseUpgrade(socket, 503);
    const found = current;
    const addCookies = (headers: string[], about: IncomingMessage) => {
      if (about === request) headers.push(...setCookies.map((cookie) => `Set-Cookie: ${cookie}`));
    };
    server.on('headers', addCookies);
    server.handleUpgrade(request, socket, head, (webSocket) => accept(webSocket, found, client));
    server.off('headers', addCookies);
  }

  function readClient(request: IncomingMessage): Client {
    const userAgent = request.headers['user-agent'];
    const forwarded = request.headers['x-forwarded-for'];
    const address = clientAddress(request.socket.remoteAddress, forwarded?.toString(), trustedProxies);
    return { origin, ...(userAgent && { userAgent }), ...(address && { address }) };
  }

  function accept(webSocket: WebSocket, { user, session, token }: CurrentAccount, client: Client): void {
    numbers.set(user.id, (numbers.get(user.id) ?? 0) + 1);
    let actor = actorOf(user) as DraftSocket['actor'];
    let endsAt = steadyEnd(session.expiresAt);
    let isClosed = false;
    let isUsed = false;

    const socket: DraftSocket = {
      get actor() {
        return actor;
      },
      get isClosed() {
        return isClosed;
      },
      noteUse() {
        isUsed = true;
      },
      spend: (bytes) => spend(bytes),
      send: (frame) => webSocket.send(frame),
      close({ code, reason }) {
        if (isClosed) return;
        isClosed = true;
        webSocket.close(code, reason);
        setTimeout(() => webSocket.terminate(), CLOSE_GRACE).unref();
      },
    };

    async function checkAccount(): Promise<void> {
      if (isClosed) return;
      try {
        const found = await identity.session(token, client);
        if (!found.ok) return socket.close(CLOSE.signedOut);
        actor = actorOf(found.user) as DraftSocket['actor'];
        endsAt = steadyEnd(found.session.expiresAt);
        await options.judge(socket);
      } catch (error) {
        log.error({ err: error }, 'A session cannot be checked now; its socket is closed');
        socket.close(CLOSE.notSaved);
      }
    }

    const timer = setInterval(() => {
      const since = window.hasEntered ? lastFrameAt : openedAt;
      if (performance.now() - since > IDLE_LIMIT) socket.close(CLOSE.idle);
      if (webSocket.bufferedAmount > MAX_WAITING_BYTES) webSocket.terminate();
      if (isUsed || endsAt <= performance.now()) void checkAccount();
      isUsed = false;
    }, SESSION_CHECK);
    timer.unref();
    // The first snapshot reports changes made while the socket was being opened.
    const stopListening = store.listen(
      { documents: [users.at(user.id).path, sessions.at(session.id).path] },
      () => void checkAccount(),
      {
        onError(error) {
          log.error({ err: error }, 'Listening to an account failed; its socket is closed');
          socket.close(CLOSE.notSaved);
        },
      },
    );

    if (options.build !== undefined) webSocket.send(writeFrame({ name: '', kind: 'build', version: options.build }));
    const window = new DraftWindow({ socket, enter: options.enter, log });
    const openedAt = performance.now();
    let lastFrameAt = openedAt;
    const budget = createByteBudget(BUDGET);
    const budgetOfPerson = budgets.open(user.id);
    /** Messages of the last packets, which may hold thousands: the socket is read on when they are taken. */
    const waiting: Uint8Array[] = [];
    let resuming: NodeJS.Timeout | undefined;
    function spend(bytes: number): void {
      const pause = Math.max(budget.spend(bytes), budgetOfPerson.spend(bytes));
      if (pause === 0 || isClosed) return;
      webSocket.pause();
      clearTimeout(resuming);
      resuming = setTimeout(goOn, pause);
    }
    function goOn(): void {
      resuming = undefined;
      if (waiting.length > 0) inTurn(takeNext);
      else webSocket.resume();
    }
    function take(data: Uint8Array): void {
      try {
        spend(window.take(data));
      } catch (error) {
        log.error({ err: error }, 'A frame of a draft cannot be handled; its socket is closed');
        socket.close(CLOSE.malformed);
      }
    }
    function takeNext(): void {
      const data = isClosed ? undefined : waiting.shift();
      if (data) take(data);
      else webSocket.resume();
      if (data && !resuming) goOn();
    }
    // A paused socket does not notice that the peer is gone; writing to it does.
    const probing = setInterval(() => {
      if (webSocket.isPaused) webSocket.ping();
    }, PROBE_INTERVAL);
    probing.unref();
    webSocket.on('message', (data, isBinary) => {
      if (isClosed) return;
      if (!isBinary) return socket.close(CLOSE.malformed);
      if (webSocket.bufferedAmount > MAX_WAITING_BYTES) return webSocket.terminate();
      lastFrameAt = performance.now();
      waiting.push(bytesOf(data));
      if (waiting.length > 1 || resuming) return;
      webSocket.pause();
      inTurn(takeNext);
    });
    // A `close` event follows.
    webSocket.on('error', () => {});
    webSocket.on('close', () => {
      // What was typed last, and the end of the window, may come together.
      for (const data of waiting.splice(0, MOST_AT_CLOSE)) if (!isClosed && !resuming) take(data);
      isClosed = true;
      clearInterval(timer);
      clearTimeout(resuming);
      clearInterval(probing);
      stopListening();
      budgets.close(user.id);
      numbers.set(user.id, (numbers.get(user.id) ?? 1) - 1);
      if (numbers.get(user.id) === 0) numbers.delete(user.id);
      window.end();
    });
  }

  return {
    upgrade,
    size: () => server.clients.size,
    async close() {
      isStopping = true;
      const ended = [...server.clients].map((webSocket) => new Promise((resolve) => webSocket.once('close', resolve)));
      for (const webSocket of server.clients) {
        webSocket.close(CLOSE.restart.code, CLOSE.restart.reason);
        setTimeout(() => webSocket.terminate(), CLOSE_GRACE).unref();
      }
      await Promise.all(ended);
      server.close();
    },
  };
}

/** Converts a wall-clock time to `performance.now()`, which is monotonic. */
function steadyEnd(moment: number): number {
  return performance.now() + moment - Date.now();
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

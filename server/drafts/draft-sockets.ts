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
import { type ErrorLog, limitErrors } from '../log/rate-limited-log.ts';
import { DraftWindow, type DraftWindowOptions } from './draft-window.ts';
import { CLOSE, type Close, refuseUpgrade } from './refusals.ts';
import type { DraftSocket } from './served-draft.ts';
import { type ByteBudget, createBudgetsOfPeople, createByteBudget, createTurns } from './updates/budgets.ts';

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
export class DraftSockets {
  readonly #options: DraftSocketsOptions;
  /** Windows whose words cannot be saved try again and again. */
  readonly #log: ErrorLog;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
    // A packet may hold thousands of messages: one per turn of the event loop is read.
    allowSynchronousEvents: false,
  });
  readonly #budgets = createBudgetsOfPeople(BUDGET_OF_ONE);
  readonly #inTurn = createTurns();
  #isStopping = false;

  constructor(options: DraftSocketsOptions) {
    this.#options = options;
    this.#log = limitErrors(options.log);
  }

  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { origin, identity, cookies } = this.#options;
    if (this.#isStopping) return refuseUpgrade(socket, 503);
    if (request.headers.origin !== origin) return refuseUpgrade(socket, 403);
    const client = this.#readClient(request);
    const cookieHeader = request.headers.cookie;
    const { account, setCookies } = createRequestAccount({ identity, cookies, client, cookieHeader });
    let current: CurrentAccount | undefined;
    try {
      current = await account.current();
    } catch (error) {
      this.#log.error({ err: error }, 'The session of a socket cannot be checked now');
      return refuseUpgrade(socket, 503);
    }
    if (!current) return refuseUpgrade(socket, 401);
    if (this.#budgets.sockets(current.user.id) >= MAX_SOCKETS_OF_ONE) return refuseUpgrade(socket, 429);
    if (this.#isStopping) return refuseUpgrade(socket, 503);
    const found = current;
    const addCookies = (headers: string[], about: IncomingMessage) => {
      if (about === request) headers.push(...setCookies.map((cookie) => `Set-Cookie: ${cookie}`));
    };
    this.#server.on('headers', addCookies);
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#accept(webSocket, found, client));
    this.#server.off('headers', addCookies);
  }

  #readClient(request: IncomingMessage): Client {
    const { origin, trustedProxies } = this.#options;
    const userAgent = request.headers['user-agent'];
    const forwarded = request.headers['x-forwarded-for'];
    const address = clientAddress(request.socket.remoteAddress, forwarded?.toString(), trustedProxies);
    return { origin, ...(userAgent && { userAgent }), ...(address && { address }) };
  }

  #accept(webSocket: WebSocket, current: CurrentAccount, client: Client): void {
    const { id } = current.user;
    const shared = { log: this.#log, inTurn: this.#inTurn, budgetOfPerson: this.#budgets.open(id) };
    const onClose = () => this.#budgets.close(id);
    new AcceptedSocket({ ...this.#options, ...shared, webSocket, current, client, onClose });
  }

  /** Number of open sockets. */
  size(): number {
    return this.#server.clients.size;
  }

  /** Accepts no more sockets, and closes the existing ones so that they reconnect. */
  async close(): Promise<void> {
    this.#isStopping = true;
    const { clients } = this.#server;
    const ended = [...clients].map((webSocket) => new Promise((resolve) => webSocket.once('close', resolve)));
    for (const webSocket of clients) {
      webSocket.close(CLOSE.restart.code, CLOSE.restart.reason);
      setTimeout(() => webSocket.terminate(), CLOSE_GRACE).unref();
    }
    await Promise.all(ended);
    this.#server.close();
  }
}

interface AcceptedSocketOptions extends Omit<DraftSocketsOptions, 'log'> {
  webSocket: WebSocket;
  current: CurrentAccount;
  client: Client;
  /** What all sockets of the person may spend together. */
  budgetOfPerson: ByteBudget;
  /** See `createTurns`. */
  inTurn: (work: () => void) => void;
  log: ErrorLog;
  onClose: () => void;
}

/** The socket of one window, from its opening to its end: what its person may spend, and whether its session goes on. */
class AcceptedSocket implements DraftSocket {
  actor: DraftSocket['actor'];
  isClosed = false;
  readonly #options: AcceptedSocketOptions;
  readonly #webSocket: WebSocket;
  readonly #window: DraftWindow;
  readonly #budget = createByteBudget(BUDGET);
  readonly #openedAt: number;
  #lastFrameAt: number;
  /** When the session ends, as `performance.now()`. */
  #endsAt: number;
  /** Whether its person wrote something since the session was checked. */
  #isUsed = false;
  /** Messages of the last packets, which may hold thousands: the socket is read on when they are taken. */
  readonly #waiting: Uint8Array[] = [];
  #resuming: NodeJS.Timeout | undefined;
  /** Stops what goes on until it closes. */
  readonly #ends: (() => void)[] = [];

  constructor(options: AcceptedSocketOptions) {
    const { webSocket, current, build } = options;
    this.#options = options;
    this.#webSocket = webSocket;
    this.actor = actorOf(current.user) as DraftSocket['actor'];
    this.#endsAt = steadyEnd(current.session.expiresAt);
    this.#watch(current);
    if (build !== undefined) webSocket.send(writeFrame({ name: '', kind: 'build', version: build }));
    this.#window = new DraftWindow({ socket: this, enter: options.enter, log: options.log });
    this.#openedAt = performance.now();
    this.#lastFrameAt = this.#openedAt;
    webSocket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    // A `close` event follows.
    webSocket.on('error', () => {});
    webSocket.on('close', () => this.#end());
  }

  /** Closes it when it is idle or slow, or when the session ends. */
  #watch({ user, session }: CurrentAccount): void {
    const { store, log } = this.#options;
    const timer = setInterval(() => {
      const since = this.#window.hasEntered ? this.#lastFrameAt : this.#openedAt;
      if (performance.now() - since > IDLE_LIMIT) this.close(CLOSE.idle);
      if (this.#webSocket.bufferedAmount > MAX_WAITING_BYTES) this.#webSocket.terminate();
      if (this.#isUsed || this.#endsAt <= performance.now()) void this.#checkAccount();
      this.#isUsed = false;
    }, SESSION_CHECK);
    timer.unref();
    // A paused socket does not notice that the peer is gone; writing to it does.
    const probing = setInterval(() => {
      if (this.#webSocket.isPaused) this.#webSocket.ping();
    }, PROBE_INTERVAL);
    probing.unref();
    // The first snapshot reports changes made while the socket was being opened.
    const stopListening = store.listen(
      { documents: [users.at(user.id).path, sessions.at(session.id).path] },
      () => void this.#checkAccount(),
      {
        onError: (error) => {
          log.error({ err: error }, 'Listening to an account failed; its socket is closed');
          this.close(CLOSE.notSaved);
        },
      },
    );
    this.#ends.push(
      () => clearInterval(timer),
      () => clearInterval(probing),
      stopListening,
    );
  }

  async #checkAccount(): Promise<void> {
    if (this.isClosed) return;
    const { identity, judge, log, current, client } = this.#options;
    try {
      const found = await identity.session(current.token, client);
      if (!found.ok) return this.close(CLOSE.signedOut);
      this.actor = actorOf(found.user) as DraftSocket['actor'];
      this.#endsAt = steadyEnd(found.session.expiresAt);
      await judge(this);
    } catch (error) {
      log.error({ err: error }, 'A session cannot be checked now; its socket is closed');
      this.close(CLOSE.notSaved);
    }
  }

  noteUse(): void {
    this.#isUsed = true;
  }

  send(frame: Uint8Array): void {
    this.#webSocket.send(frame);
  }

  close({ code, reason }: Close): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#webSocket.close(code, reason);
    setTimeout(() => this.#webSocket.terminate(), CLOSE_GRACE).unref();
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.isClosed) return;
    if (!isBinary) this.close(CLOSE.malformed);
    else if (this.#webSocket.bufferedAmount > MAX_WAITING_BYTES) this.#webSocket.terminate();
    else {
      this.#lastFrameAt = performance.now();
      this.#waiting.push(bytesOf(data));
      if (this.#waiting.length > 1 || this.#resuming) return;
      this.#webSocket.pause();
      this.#options.inTurn(this.#takeNext);
    }
  }

  readonly #takeNext = (): void => {
    const data = this.isClosed ? undefined : this.#waiting.shift();
    if (data) this.#take(data);
    else this.#webSocket.resume();
    if (data && !this.#resuming) this.#goOn();
  };

  #take(data: Uint8Array): void {
    try {
      this.spend(this.#window.take(data));
    } catch (error) {
      this.#options.log.error({ err: error }, 'A frame of a draft cannot be handled; its socket is closed');
      this.close(CLOSE.malformed);
    }
  }

  spend(bytes: number): void {
    const pause = Math.max(this.#budget.spend(bytes), this.#options.budgetOfPerson.spend(bytes));
    if (pause === 0 || this.isClosed) return;
    this.#webSocket.pause();
    clearTimeout(this.#resuming);
    this.#resuming = setTimeout(() => this.#goOn(), pause);
  }

  #goOn(): void {
    this.#resuming = undefined;
    if (this.#waiting.length > 0) this.#options.inTurn(this.#takeNext);
    else this.#webSocket.resume();
  }

  #end(): void {
    // What was typed last, and the end of the window, may come together.
    for (const data of this.#waiting.splice(0, MOST_AT_CLOSE)) if (!this.isClosed && !this.#resuming) this.#take(data);
    this.isClosed = true;
    clearTimeout(this.#resuming);
    for (const end of this.#ends) end();
    this.#options.onClose();
    this.#window.end();
  }
}

/** Converts a wall-clock time to `performance.now()`, which is monotonic. */
function steadyEnd(moment: number): number {
  return performance.now() + moment - Date.now();
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

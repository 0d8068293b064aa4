import type { Readable } from 'node:stream';
import type { StoreUsage } from '#core/documents/document-store.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import type { FirestoreRpc, RpcListenResponse, RpcOptions, RpcTime } from './firestore-rpc.ts';
import { CODE, codeOf, toStoreError } from './service-errors.ts';

/** Milliseconds until a request has failed. Source: the specification, section 9. */
const REQUEST_TIMEOUT = 15_000;

/**
 * Milliseconds until a read has failed: a page that needs one has the rest of its 15 s to say so. Source: Meki's own.
 */
const READ_TIMEOUT = 10_000;

/** Milliseconds before a commit without an answer is sent again; doubled each time, with jitter 0.5. Source: the same. */
const FIRST_RETRY = 1_000;

/**
 * Milliseconds between pings of a connection in use, and until it is given up without an answer: what falls silent is otherwise
 * noticed after a quarter of an hour, or never where only changes are listened to. Source: Firestore's own clients.
 */
const KEEPALIVE = { interval: 30_000, timeout: 10_000 };

/**
 * Milliseconds before a connection that failed is tried again: the first time, and at most. gRPC's own longest wait is two minutes,
 * in which every request fails although the database is back. Source: the first is that of Google's clients, the other Meki's own.
 */
const RECONNECT = { first: 1_000, longest: 2_000 };

/**
 * Bytes that the service may send before it hears that they were received: with the 64 kB of HTTP/2, a long answer takes several
 * round trips. Source: Meki's own.
 */
const RECEIVED_AT_ONCE = 4 * 1024 * 1024;

const SCOPES = ['https://www.googleapis.com/auth/cloud-platform', 'https://www.googleapis.com/auth/datastore'];

export interface FirestoreAddress {
  project: string;
  /** Usually `(default)`. */
  database: string;
  /** `host:port` of an emulator, which is used without credentials and encryption. */
  emulatorHost?: string;
  /** Milliseconds until a request has failed, and before the first retry of a commit. */
  requestTimeout?: number;
  firstRetry?: number;
  /** Milliseconds between pings of a connection in use, and until it is given up without an answer. */
  keepalive?: { interval: number; timeout: number };
  /** Whether all reads see the database as it was at the first one, for an hour at most; for backups. */
  isFrozen?: boolean;
  /** Milliseconds before a connection that failed is tried again, the first time and at most. */
  reconnect?: { first: number; longest: number };
}

/** A connection, made with the first request. */
export interface Connection {
  /** `projects/{project}/databases/{database}` */
  database: string;
  /** The names of all documents begin with it and a slash. */
  root: string;
  rpc(): Promise<FirestoreRpc>;
  requestTimeout: number;
  firstRetry: number;
  /** What its requests have used so far. */
  usage: StoreUsage;
  options(timeout?: number): RpcOptions;
  /** The messages of a request that answers with a stream. @throws the port's error */
  collect<T>(ask: (rpc: FirestoreRpc, options: RpcOptions) => Readable): Promise<T[]>;
  close(): Promise<void>;
}

/** The client is loaded with the first request. */
export function connect(address: FirestoreAddress): Connection {
  const { emulatorHost, requestTimeout = REQUEST_TIMEOUT, firstRetry = FIRST_RETRY, isFrozen = false } = address;
  const database = `projects/${address.project}/databases/${address.database}`;
  let opening: Promise<FirestoreRpc> | undefined;
  /** Clients that fell silent, until what they were asked has failed. */
  const former = new Set<Promise<FirestoreRpc>>();
  let isClosed = false;
  let frozenAt: Promise<RpcTime> | undefined;
  const usage: StoreUsage = { reads: 0, writes: 0 };

  async function openAsAsked(): Promise<FirestoreRpc> {
    const rpc = await openClient(address);
    if (!isFrozen) return rpc;
    frozenAt ??= timeOf(rpc).catch((error) => {
      frozenAt = undefined;
      throw toStoreError(error, 'read');
    });
    return readingAt(await frozenAt, rpc);
  }

  /** The present time of the database, in the microseconds that it takes. */
  async function timeOf(rpc: FirestoreRpc): Promise<RpcTime> {
    const asked = { database, documents: [`${connection.root}/jobs/probe`] };
    const [answer] = await messagesOf<{ readTime?: RpcTime | null }>(
      rpc.batchGetDocuments(asked, connection.options(READ_TIMEOUT)),
    );
    if (!answer?.readTime) throw new StoreUnavailable('The database does not tell its time');
    const nanos = Number(answer.readTime.nanos ?? 0);
    return { ...answer.readTime, nanos: nanos - (nanos % 1_000) };
  }

  /** Lets later requests use a connection of their own, after one had no answer. */
  function leave(client: Promise<FirestoreRpc>): void {
    if (opening !== client || isClosed) return;
    opening = undefined;
    former.add(client);
    setTimeout(() => void end(client), requestTimeout).unref();
  }

  async function end(client: Promise<FirestoreRpc>): Promise<void> {
    if (former.delete(client)) await (await client).close();
  }

  const headers = {
    'google-cloud-resource-prefix': database,
    ...(emulatorHost !== undefined && { Authorization: 'Bearer owner' }),
  };
  const connection: Connection = {
    database,
    root: `${database}/documents`,
    requestTimeout,
    firstRetry,
    usage,
    async rpc() {
      if (isClosed) throw new StoreUnavailable('The document store is closed');
      opening ??= openAsAsked().then(
        (rpc) => countUsage(rpc, usage),
        (error: unknown) => {
          opening = undefined;
          throw error;
        },
      );
      return opening;
    },
    options: (timeout) => ({ retry: null, otherArgs: { headers }, ...(timeout !== undefined && { timeout }) }),
    async collect<T>(ask: Parameters<Connection['collect']>[0]) {
      const rpc = await connection.rpc();
      const client = opening;
      try {
        return await messagesOf<T>(ask(rpc, connection.options(Math.min(requestTimeout, READ_TIMEOUT))));
      } catch (error) {
        if (client && codeOf(error) === CODE.deadlineExceeded) leave(client);
        throw toStoreError(error, 'read');
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...[...former].map(end), opening?.then((rpc) => rpc.close())]);
    },
  };
  return connection;
}

/** Loads and opens the service's own client. */
async function openClient({
  project,
  emulatorHost,
  keepalive = KEEPALIVE,
  reconnect = RECONNECT,
}: FirestoreAddress): Promise<FirestoreRpc> {
  const { v1 } = (await import('@google-cloud/firestore')).default;
  // Its types name neither all options nor the requests as they are used here.
  const createClient = (given: object) => new v1.FirestoreClient(given as never) as unknown as FirestoreRpc;
  // Retries are the adapter's: the client's own go on for minutes.
  const options = {
    projectId: project,
    gaxServerStreamingRetries: true,
    universeDomain: 'googleapis.com',
    'grpc.keepalive_time_ms': keepalive.interval,
    'grpc.keepalive_timeout_ms': keepalive.timeout,
    'grpc.initial_reconnect_backoff_ms': reconnect.first,
    'grpc.max_reconnect_backoff_ms': reconnect.longest,
    'grpc-node.flow_control_window': RECEIVED_AT_ONCE,
    // The next client must not share a connection that fell silent.
    'grpc.use_local_subchannel_pool': 1,
  };
  if (emulatorHost === undefined) {
    const auth = await usableCredentials();
    return createClient({ ...options, auth });
  }
  const { credentials } = await import('@grpc/grpc-js');
  const [host, port] = emulatorHost.split(':');
  const address = { servicePath: host, port: Number(port), sslCreds: credentials.createInsecure() };
  return createClient({ ...options, ...address });
}

/**
 * The application's default credentials, which the client would look for too late: without any, it ends the process.
 * @throws {StoreUnavailable}
 */
async function usableCredentials() {
  const { GoogleAuth } = await import('google-auth-library');
  const auth = new GoogleAuth({ scopes: SCOPES });
  try {
    await auth.getClient();
    return auth;
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new StoreUnavailable(`The Google credentials cannot be used: ${reason}`, { cause: error });
  }
}

/** The client's streams cannot be iterated. */
function messagesOf<T>(stream: Readable): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const messages: T[] = [];
    stream.on('data', (message: T) => messages.push(message));
    stream.on('end', () => resolve(messages));
    stream.on('error', reject);
  });
}

/** A client whose reads see the database as it was at a time. */
function readingAt(readTime: RpcTime, rpc: FirestoreRpc): FirestoreRpc {
  return {
    commit: (request, options) => rpc.commit(request, options),
    batchGetDocuments: (request, options) => rpc.batchGetDocuments({ ...request, readTime }, options),
    runQuery: (request, options) => rpc.runQuery({ ...request, readTime }, options),
    runAggregationQuery: (request, options) => rpc.runAggregationQuery({ ...request, readTime }, options),
    listen: (options) => rpc.listen(options),
    close: () => rpc.close(),
  };
}

/** Counts what the service bills: documents read and sent to listeners, at least one per request, and documents written. */
function countUsage(rpc: FirestoreRpc, usage: StoreUsage): FirestoreRpc {
  const countAnswers = (answers: Readable) => {
    let count = 0;
    answers.on('data', ({ found, missing, document }: { found?: object; missing?: string; document?: object }) => {
      if (found || missing || document) count++;
    });
    answers.on('end', () => {
      usage.reads += Math.max(1, count);
    });
    return answers;
  };
  return {
    commit(request, options) {
      usage.writes += request.writes.length;
      return rpc.commit(request, options);
    },
    batchGetDocuments: (request, options) => countAnswers(rpc.batchGetDocuments(request, options)),
    runQuery: (request, options) => countAnswers(rpc.runQuery(request, options)),
    runAggregationQuery: (request, options) => countAnswers(rpc.runAggregationQuery(request, options)),
    listen(options) {
      const stream = rpc.listen(options);
      stream.on('data', ({ documentChange }: RpcListenResponse) => {
        if (documentChange) usage.reads++;
      });
      return stream;
    },
    close: () => rpc.close(),
  };
}

import { type Context, Hono } from 'hono';
import { type ZodType, z } from 'zod';
import { actorOf } from '#core/access/actor.ts';
import { createAllowance } from '#core/accounts/allowance.ts';
import type { Client } from '#core/accounts/identity.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import { parsePath } from '#core/documents/document-path.ts';
import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { InvalidQuery } from '#core/documents/errors.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { applyBatch } from '#core/live/apply-batch.ts';
import { mayReadCollection } from '#core/live/live-access.ts';
import { registerClient } from '#core/live/live-clients.ts';
import {
  type AnalyticsConfig,
  type CountRequest,
  LIVE_PATHS,
  type ListenRequest,
  LONG_POLLING,
  MOST_CHANGES,
  MOST_LIMBO_DOCUMENTS,
  MOST_OF_QUERY,
  MOST_PENDING_BATCHES,
  MOST_TARGETS,
  type RegisterRequest,
  type WriteEvent,
  type WriteRequest,
} from '#core/live/live-protocol.ts';
import type { FindActor } from '#core/tokens/api-tokens.ts';
import { type AccountReaderOptions, createAccountReader } from '../accounts/create-request-account.ts';
import { readBytes } from '../forms/receive-form.ts';
import type { Log } from '../log/log.ts';
import { type LiveHub, lineOf } from './live-hub.ts';
import { createLiveStreams } from './live-streams.ts';

/** Maximum bytes of a request: ten batches of the longest notes. Source: Meki's own. */
const MAX_BODY = 1_048_576;

/** Clients that an account may register. Source: Meki's own; a browser registers once per session, when it first writes. */
const REGISTRATIONS = { count: 60, windowMs: 3_600_000 };

const id = z.string().min(1).max(200);
const field = z.string().min(1).max(200);
const scalar = z.union([z.string().max(1_500), z.number(), z.boolean(), z.null()]);
const element = z.union([z.string().max(1_500), z.number(), z.boolean()]);
const path = z.custom<DocumentPath>((value) => typeof value === 'string' && value.length <= 1_600);
const data = z.record(z.string().max(200), z.json());
const paths = z.array(path).min(1).max(MOST_LIMBO_DOCUMENTS);

const filter = z.discriminatedUnion('op', [
  z.strictObject({ field, op: z.enum(['==', '<', '<=', '>', '>=']), value: scalar }),
  z.strictObject({ field, op: z.literal('in'), values: z.array(scalar).max(30) }),
  z.strictObject({ field, op: z.literal('array-contains'), value: element }),
]);

const conditions = {
  collection: z.string().max(64),
  where: z.array(filter).max(10).exactOptional(),
  orderBy: z
    .array(z.strictObject({ field, direction: z.enum(['asc', 'desc']) }))
    .max(5)
    .exactOptional(),
};

const query = z.strictObject({ ...conditions, limit: z.int().min(1).max(MOST_OF_QUERY) });

const target = z.union([z.strictObject({ query }), z.strictObject({ documents: paths })]);

const change = z.strictObject({ path, fields: data, seen: data.exactOptional() });

const writeRequest = z.strictObject({
  client: id,
  batches: z
    .array(z.strictObject({ number: z.int().positive(), changes: z.array(change).min(1).max(MOST_CHANGES) }))
    .min(1)
    .max(MOST_PENDING_BATCHES),
});

const aggregation = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('count') }),
  z.strictObject({ kind: z.enum(['sum', 'average']), field }),
]);

/** The bodies of the data client's calls. */
const LIVE_SCHEMAS = {
  register: z.strictObject({ client: id.exactOptional() }) satisfies ZodType<RegisterRequest>,
  analytics: z.strictObject({}),
  get: z.strictObject({ paths }),
  query: z.strictObject({
    query: query.extend({ startAfter: z.array(scalar).max(10).exactOptional() }),
  }),
  count: z.strictObject({
    query: z.strictObject(conditions),
    aggregations: z.array(aggregation).min(1).max(5),
  }) satisfies ZodType<CountRequest>,
  commit: writeRequest satisfies ZodType<WriteRequest>,
  write: writeRequest satisfies ZodType<WriteRequest>,
  listen: z.strictObject({
    targets: z
      .array(z.strictObject({ id, target, resumeToken: z.string().max(500).exactOptional() }))
      .max(MOST_TARGETS),
    revisions: z.array(z.string().max(100)).max(20).exactOptional(),
    wait: z.int().min(LONG_POLLING.least).max(LONG_POLLING.most).exactOptional(),
  }) satisfies ZodType<ListenRequest>,
};

export interface LiveRoutesOptions extends AccountReaderOptions {
  hub: LiveHub;
  store: DocumentStore;
  findActor: FindActor;
  log: Pick<Log, 'error'>;
  /** Ends all streams. */
  stop: AbortSignal;
}

interface Asked<Body> {
  body: Body;
  current: CurrentAccount;
  client: Client;
}

/** An object is sent as JSON. */
type Answer = object | ReadableStream<Uint8Array> | Response;

type Calls = {
  [name in keyof typeof LIVE_PATHS]: (asked: Asked<z.infer<(typeof LIVE_SCHEMAS)[name]>>) => Promise<Answer>;
};

const ENDED = { problem: 'ended' };
const DENIED = { problem: 'permission-denied' };
const INVALID = { problem: 'invalid' };

/**
 * The server side of the data client: calls with JSON, for signed-in people, each guarded by the policy table. Refusals are
 * answers with status 200 and a `problem`, because browsers log other statuses as errors.
 */
export function createLiveRoutes(options: LiveRoutesOptions): Hono {
  const { store, findActor, stop } = options;
  const readAccount = createAccountReader(options);
  const openStream = createLiveStreams(options);
  const registrations = createAllowance({ ...REGISTRATIONS, now: () => performance.now() });
  const app = new Hono();

  const calls: Calls = {
    register: async ({ body, current: { user, session } }) => {
      const wait = registrations.take(user.id);
      if (wait > 0) return tooMany(wait);
      return registerClient(store, {
        userId: user.id,
        sessionId: session.id,
        ...(body.client !== undefined && { former: body.client }),
      });
    },
    analytics: async () => ({ counts: [] }) satisfies AnalyticsConfig,
    get: async ({ body: { paths }, current: { user } }) => {
      const actor = actorOf(user);
      if (!paths.every((path) => mayReadCollection(actor, parsePath(path)?.collection ?? ''))) return DENIED;
      return { documents: (await store.batchGet(paths)).filter((document) => document !== undefined) };
    },
    query: async ({ body: { query }, current: { user } }) => {
      if (!mayReadCollection(actorOf(user), query.collection)) return DENIED;
      return { documents: await store.runQuery(query) };
    },
    count: async ({ body: { query, aggregations }, current: { user } }) => {
      if (!mayReadCollection(actorOf(user), query.collection)) return DENIED;
      return { values: await store.runAggregation(query, aggregations) };
    },
    commit: async ({ body, current }) => {
      const events: WriteEvent[] = [];
      for await (const event of applyBatches(body, current)) events.push(event);
      return { events };
    },
    write: async ({ body, current }) => {
      const events = applyBatches(body, current);
      return new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { done, value } = await events.next();
          if (done) controller.close();
          else controller.enqueue(lineOf(value));
        },
        cancel: () => void events.return(undefined),
      });
    },
    listen: async ({ body, current, client }) => openStream({ current, client }, body),
  };

  /** In the order of their numbers, until one of them cannot be applied at all. */
  async function* applyBatches(
    { client, batches }: WriteRequest,
    { user, session }: CurrentAccount,
  ): AsyncGenerator<WriteEvent, undefined> {
    const actor = actorOf(user);
    if (actor.kind !== 'person') return;
    for (const batch of batches) {
      const event = await applyBatch({ store, findActor }, { actor, sessionId: session.id, client }, batch);
      yield event;
      if ('problem' in event) return;
    }
  }

  function add<Name extends keyof typeof LIVE_PATHS>(name: Name): void {
    const schema = LIVE_SCHEMAS[name];
    const call = calls[name] as (asked: Asked<unknown>) => Promise<Answer>;
    app.post(LIVE_PATHS[name], async (context: Context) => {
      const { client, account, setCookies } = readAccount(context);
      const current = await account.current();
      const answer = current && !stop.aborted ? await answerFrom(context, current, client) : ENDED;
      const response = respond(context, answer);
      for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie);
      return response;
    });

    async function answerFrom(context: Context, current: CurrentAccount, client: Client): Promise<Answer> {
      const body = schema.safeParse(await readJson(context.req.raw));
      if (!body.success) return INVALID;
      try {
        return await call({ body: body.data, current, client });
      } catch (error) {
        if (error instanceof InvalidQuery) return INVALID;
        throw error;
      }
    }
  }

  for (const name of Object.keys(LIVE_PATHS) as (keyof typeof LIVE_PATHS)[]) add(name);
  return app;
}

/** The JSON of a body; `undefined` if it is too long or none. */
async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request, MAX_BODY);
  if (typeof bytes === 'string') return undefined;
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** @param wait whole seconds */
function tooMany(wait: number): Response {
  const headers = { 'Retry-After': String(wait), 'Cache-Control': 'private, no-store' };
  return Response.json({ problem: 'too-many' }, { status: 429, headers });
}

function respond(context: Context, answer: Answer): Response {
  if (answer instanceof Response) return answer;
  const isStream = answer instanceof ReadableStream;
  return context.body(isStream ? answer : JSON.stringify(answer), 200, {
    'Content-Type': isStream ? 'application/x-ndjson; charset=utf-8' : 'application/json; charset=utf-8',
    'Cache-Control': 'private, no-store, no-transform',
    // For proxies such as nginx, which would collect the events.
    'X-Accel-Buffering': 'no',
  });
}

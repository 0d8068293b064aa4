import { type Context, Hono } from 'hono';
import type { Program } from '#core/access/actor.ts';
import { Forbidden, type Permission, requireMay } from '#core/access/policy.ts';
import { createAllowance } from '#core/accounts/allowance.ts';
import { InvalidWrite, PreconditionFailed } from '#core/documents/errors.ts';
import { MAX_DRAFT_BYTES } from '#core/drafts/draft-shape.ts';
import { DraftTooLarge } from '#core/drafts/drafts.ts';
import { isTokenShaped, programOf } from '#core/tokens/api-tokens.ts';
import { createKeyedQueue } from '../../drafts/keyed-queue.ts';
import { isStopping, isUnavailable, RETRY_AFTER_SECONDS } from '../../http/answer-unavailable.ts';
import type { Log } from '../../log/log.ts';
import { fileRoutes } from './file-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { itemRoutes } from './item-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { readGuard } from './on-item.ts';
import { describeApi } from './openapi.ts';
import { ApiProblem, problemResponse } from './problem.ts';
import { publicationRoutes } from './publication-routes.ts';
import { isSent, readJson, readQuery } from './read-request.ts';
import type { AnyRoute, ApiAnswer, ApiServices } from './route.ts';
import { siteRoutes } from './site-routes.ts';
import { translationRoutes } from './translation-routes.ts';

/** Base path of the API. */
export const API_PATH = '/api/v1';

/** Rate limit per token and minute. Source: Meki's own: far more than an import of a whole site needs. */
const REQUESTS_A_MINUTE = 1_200;

export const routes: AnyRoute[] = [
  ...itemRoutes,
  ...publicationRoutes,
  ...historyRoutes,
  ...translationRoutes,
  ...messageRoutes,
  ...siteRoutes,
  ...fileRoutes,
];

export interface ContentApiOptions extends Omit<ApiServices, 'changes'> {
  /** Records in the audit log that the policy table refused something. */
  noteRefusal(program: Program, permission: Permission, context: Context): void;
  /** The network address that a request comes from. */
  addressOf(context: Context): string | undefined;
  log: Pick<Log, 'error'>;
}

/** The Content API: programs authenticate with a token, have their own rights, and change the drafts that people have open. */
export function createContentApi({ noteRefusal, addressOf, log, ...options }: ContentApiOptions): Hono {
  const { store, now = Date.now } = options;
  const services: ApiServices = { ...options, changes: createKeyedQueue() };
  const steady = options.now ?? (() => performance.now());
  const allowance = createAllowance({ count: REQUESTS_A_MINUTE, windowMs: 60_000, now: steady });
  const languages = options.config.locales.map(({ code }) => code).join('|');
  const patterns = routes.map((route) => ({ route, pattern: patternOf(route.path, languages) }));
  let description: string | undefined;

  async function answer(context: Context): Promise<Response> {
    const { method } = context.req;
    const path = new URL(context.req.url).pathname.slice(API_PATH.length);
    if (path === '/openapi.json') return answerDescription(method);
    const found = patterns.filter(({ pattern }) => pattern.test(path));
    if (found.length === 0) throw new ApiProblem('not-found', `The API has no address ${path.slice(0, 200)}.`);
    const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
    const match = found.find(({ route }) => route.method === wanted);
    if (!match)
      throw methodProblem(
        method,
        found.map(({ route }) => route.method),
      );
    const token = readToken(context);
    const params = match.pattern.exec(path)?.groups ?? {};
    const guard = readGuard(services, match.route, params);
    const program = await readProgram(context, token);
    try {
      return toResponse(await run(context, match.route, params, program, guard));
    } catch (error) {
      if (error instanceof Forbidden) noteRefusal(program, error.permission, context);
      throw error;
    }
  }

  async function run(
    context: Context,
    route: AnyRoute,
    params: { [name: string]: string },
    actor: Program,
    guard: (actor: Program) => Promise<void>,
  ): Promise<ApiAnswer> {
    if (route.permission) requireMay(actor, route.permission);
    await guard(actor);
    const { query, body } = route;
    const { raw } = context.req;
    const condition = raw.headers.get('if-match') ?? undefined;
    return route.handle(
      {
        params,
        query: query ? readQuery(new URL(raw.url), query) : {},
        body: body && body !== 'picture' && isSent(raw, body) ? await readJson(raw, body) : undefined,
        raw,
        actor,
        address: addressOf(context),
        hasCondition: condition !== undefined && condition.trim() !== '*',
        matches: (version) => condition === undefined || matchesVersion(condition, version),
      },
      services,
    );
  }

  /** @throws {ApiProblem} for a request without one */
  function readToken(context: Context): string {
    const [, token] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    if (token === undefined || !isTokenShaped(token)) throw tokenProblem(token !== undefined);
    return token;
  }

  async function readProgram(context: Context, token: string): Promise<Program> {
    const program = await programOf({ store, now }, token);
    if (!program) throw tokenProblem(true);
    context.set('personId', program.id);
    const wait = allowance.take(program.id);
    if (wait === 0) return program;
    const detail = `A token has ${REQUESTS_A_MINUTE} requests a minute. Try again in ${wait} s.`;
    throw new ApiProblem('too-many-requests', detail, { headers: { 'Retry-After': String(wait) } });
  }

  function answerDescription(method: string): Response {
    if (method !== 'GET' && method !== 'HEAD') throw methodProblem(method, ['get']);
    description ??= JSON.stringify(describeApi(routes, services));
    return new Response(description, { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' } });
  }

  return new Hono().all('*', async (context) => {
    const response = await answer(context).catch((error: unknown) => problemResponse(problemOf(error, context, log)));
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store');
    return response;
  });
}

function problemOf(error: unknown, context: Context, log: ContentApiOptions['log']): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof Forbidden) {
    return new ApiProblem('forbidden', `The token may not do this (${error.permission}: ${error.reason}).`);
  }
  if (error instanceof PreconditionFailed) {
    return new ApiProblem('conflict', 'Somebody else changed the item at the same moment. Try again.');
  }
  if (error instanceof DraftTooLarge) {
    const detail = `With this change, the draft would have more than ${MAX_DRAFT_BYTES} bytes. It was not written.`;
    return new ApiProblem('draft-too-large', detail);
  }
  if (error instanceof InvalidWrite) return new ApiProblem('invalid', `It cannot be stored: ${error.message}.`);
  if (!isStopping(error)) {
    log.error({ err: error, path: new URL(context.req.url).pathname }, 'A request of a program failed');
  }
  if (isUnavailable(error)) {
    const detail = 'The server is temporarily unavailable. The request was not performed; try again.';
    return new ApiProblem('unavailable', detail, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
  }
  return new ApiProblem('internal-error', 'The server could not do it. What was written before is kept.');
}

/**
 * Converts a path template such as `/items/{id}` to a regular expression with named groups. @param languages codes, joined as
 * alternatives
 */
function patternOf(path: string, languages: string): RegExp {
  const groups = path.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${name === 'language' ? languages : '[^/]+'})`);
  return new RegExp(`^${groups}$`);
}

function toResponse({ status = 200, body, headers = {} }: ApiAnswer): Response {
  if (body === undefined) return new Response(null, { status, headers });
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

/**
 * Whether one of the entity tags of `If-Match` matches a version. Accepts weak tags too, unlike RFC 9110: proxies that compress
 * a response weaken its tag, and the version identifies an item in every encoding.
 */
function matchesVersion(condition: string, version: number): boolean {
  if (condition.trim() === '*') return true;
  return [...condition.matchAll(/"([^"]*)"/g)].some(([, tag]) => tag === String(version));
}

function methodProblem(method: string, known: string[]): ApiProblem {
  const methods = [...new Set(known.flatMap((name) => (name === 'get' ? ['GET', 'HEAD'] : [name.toUpperCase()])))];
  const allow = methods.join(', ');
  return new ApiProblem('method-not-allowed', `${method} is not allowed here; ${allow} is.`, {
    headers: { Allow: allow },
  });
}

function tokenProblem(wasGiven: boolean): ApiProblem {
  const detail = wasGiven
    ? 'The token is none, was revoked, or has expired.'
    : 'Send a token: Authorization: Bearer meki_…';
  const challenge = `Bearer realm="meki"${wasGiven ? ', error="invalid_token"' : ''}`;
  return new ApiProblem('unauthorized', detail, { headers: { 'WWW-Authenticate': challenge } });
}

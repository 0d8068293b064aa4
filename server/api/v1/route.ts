import type { z } from 'zod';
import type { Program } from '#core/access/actor.ts';
import type { Act, ActObjects } from '#core/access/policy.ts';
import type { Item } from '#core/content/item.ts';
import type { ApiServices } from './api-services.ts';

/** What a route gets of a request, once all of it is as its schemas say. */
export interface ApiRequest<Query, Body> {
  /** The named parts of the path. */
  params: { [name: string]: string };
  query: Query;
  body: Body;
  /** For a body that is no JSON. */
  raw: Request;
  actor: Program;
  /** Whether the item that is to be changed is the one that the program knows, by `If-Match`. */
  matches(version: number): boolean;
  /** Whether the program asked for that. */
  hasCondition: boolean;
}

/** What a route answers. */
export interface ApiAnswer {
  status?: number;
  body?: unknown;
  headers?: { [name: string]: string };
}

interface RouteBase {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/api/v1`, with `{name}` for what differs. */
  path: string;
  /** Names it in the description, and in clients that are made from that. */
  operationId: string;
  summary: string;
  tag: 'Items' | 'Publishing' | 'Translation' | 'History' | 'Media' | 'Site';
  /** Asked of the table of roles before anything else. */
  act?: Exclude<Act, keyof ActObjects>;
  /**
   * Asks the table of roles about the item of the path, before a byte of the body is read. The handler asks again, of the
   * item as it stands by then. @throws {Forbidden}
   */
  guard?: (actor: Program, item: Item, params: { [name: string]: string }) => void;
  /** Takes `If-Match`. */
  changesItem?: boolean;
  /** The status and the schema of what it answers; no schema: nothing. `etag`: with the version of an item. */
  answer: { status: number; description: string; schema?: z.ZodType; etag?: boolean; location?: boolean };
}

/** A route as the table of routes holds it. */
export interface AnyRoute extends RouteBase {
  query?: z.ZodObject;
  body?: z.ZodType | 'picture';
  handle(request: ApiRequest<unknown, unknown>, services: ApiServices): Promise<ApiAnswer>;
}

/** Declares a route: its schemas judge what comes, and describe it. */
export function route<Query extends z.ZodObject, Body extends z.ZodType>(
  definition: RouteBase & {
    query?: Query;
    body?: Body | 'picture';
    handle(request: ApiRequest<z.output<Query>, z.output<Body>>, services: ApiServices): Promise<ApiAnswer>;
  },
): AnyRoute {
  return definition as unknown as AnyRoute;
}

import type { z } from 'zod';
import type { Program } from '#core/access/actor.ts';
import type { Permission, PermissionObjects } from '#core/access/policy.ts';
import type { Item } from '#core/content/item.ts';
import type { Drafts } from '#core/drafts/drafts.ts';
import type { EditDependencies } from '#core/drafts/edit-language.ts';
import type { SiteFile } from '#core/files/site-file.ts';
import type { FileStore } from '#core/media/file-store.ts';
import type { MediaLimits } from '#core/media/media-limits.ts';
import type { MediaDependencies } from '#core/media/store-media.ts';
import type { ItemDependencies } from '#core/publishing/change-item.ts';
import type { ItemSearch } from '#core/search/item-search.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { KeyedQueue } from '../../drafts/keyed-queue.ts';
import type { UploadSpace } from '../../uploads/upload-space.ts';

/** The dependencies of the Content API's routes. */
export interface ApiServices extends ItemDependencies, EditDependencies, MediaDependencies {
  files: Pick<FileStore, 'write' | 'list' | 'delete'>;
  config: SiteConfig;
  drafts: Drafts;
  /** Over all items, including drafts. Eventually consistent, within moments. */
  itemSearch: ItemSearch;
  /** Without a trailing slash. */
  origin: string;
  uploads: Pick<UploadSpace, 'receive'>;
  /** Default: the usual ones. */
  limits?: MediaLimits;
  /** Serializes the changes that programs make to one item. */
  changes: KeyedQueue;
}

/** A validated request. */
export interface ApiRequest<Query, Body> {
  /** The path parameters. */
  params: { [name: string]: string };
  query: Query;
  body: Body;
  /** For bodies other than JSON. */
  raw: Request;
  actor: Program;
  /** The network address that the program has, if it is known. */
  address: string | undefined;
  /** Whether a version matches `If-Match`. */
  matches(version: number): boolean;
  /** Whether the request has `If-Match`. */
  hasCondition: boolean;
}

/** A route's response. */
export interface ApiAnswer {
  status?: number;
  body?: unknown;
  headers?: { [name: string]: string };
}

interface RouteBase {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Relative to `/api/v1`, with `{name}` for parameters. */
  path: string;
  /** The operation's name in the API description and in generated clients. */
  operationId: string;
  summary: string;
  tag: 'Items' | 'Publishing' | 'Translation' | 'History' | 'Media' | 'Messages' | 'Site';
  /** Checked with the policy table first. */
  permission?: Exclude<Permission, keyof PermissionObjects>;
  /**
   * Checks the policy table for the item in the path before the body is read. The handler checks again, with the item's state
   * at that time. @throws {Forbidden}
   */
  guard?: (actor: Program, item: Item, params: { [name: string]: string }) => void;
  /** The same for the file in the path. */
  fileGuard?: (actor: Program, file: SiteFile, params: { [name: string]: string }) => void;
  /** Supports `If-Match`. */
  changesItem?: boolean;
  /** The response's status and schema; without a schema, no body. `etag`: has the version of an item. */
  answer: { status: number; description: string; schema?: z.ZodType; etag?: boolean; location?: boolean };
}

/** A route in the table of routes. */
export interface AnyRoute extends RouteBase {
  query?: z.ZodObject;
  body?: z.ZodType | 'picture';
  handle(request: ApiRequest<unknown, unknown>, services: ApiServices): Promise<ApiAnswer>;
}

/** Declares a route: its schemas validate requests and describe the API. */
export function route<Query extends z.ZodObject, Body extends z.ZodType>(
  definition: RouteBase & {
    query?: Query;
    body?: Body | 'picture';
    handle(request: ApiRequest<z.output<Query>, z.output<Body>>, services: ApiServices): Promise<ApiAnswer>;
  },
): AnyRoute {
  // `handle` gets only what `query` and `body` have parsed, which the type of the table cannot say of each route.
  return definition as unknown as AnyRoute;
}

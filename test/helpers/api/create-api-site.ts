import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFullTextIndex } from '#adapters/full-text/search-index.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createPictures } from '#adapters/sharp/create-pictures.ts';
import type { Program } from '#core/access/actor.ts';
import type { Role } from '#core/accounts/user.ts';
import type { Pictures } from '#core/media/pictures.ts';
import { deterministicBlockId } from '#core/rich-text/block-ids.ts';
import { createItemSearch } from '#core/search/item-search.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { createApiToken } from '#core/tokens/api-tokens.ts';
import { createContentApi, routes } from '#server/api/v1/create-content-api.ts';
import { problemSchema } from '#server/api/v1/problem.ts';
import { startItemFeeder } from '#server/search/start-search.ts';
import { createFakeLog } from '#server/testing/fake-log.ts';
import { createUploadSpace, type UploadLimits } from '#server/uploads/upload-space.ts';
import { testConfig } from '../content/create-content-site.ts';
import { startDrafts } from '../drafts/start-drafts.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

/** A response of the API, validated against its description. */
export interface ApiReply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests match parts of it
  body: any;
}

export interface ApiClient {
  program: Program;
  token: string;
  send(method: string, path: string, body?: unknown, headers?: { [name: string]: string }): Promise<ApiReply>;
  get(path: string): Promise<ApiReply>;
  /** Creates an item of the type `notice` with Spanish as source. */
  createNotice(id: string, languages: object): Promise<ApiReply>;
}

/** Tags of the test site. */
const TAGS = ['a', 'b', 'huesos', 'torax', 'x'];

interface ApiSiteOptions {
  blocks?: SiteConfig['blocks'];
  /** Default: processes for this site alone. */
  pictures?: Pictures;
  uploadLimits?: UploadLimits;
}

/** The Content API of a test site with real drafts, and programs with tokens. */
export async function createApiSite({ blocks = [], pictures = ownPictures(), uploadLimits }: ApiSiteOptions = {}) {
  const started = await startDrafts();
  const { store, site } = started;
  const log = createFakeLog();
  const refused: [string, string][] = [];
  const index = createFullTextIndex({ languages: testConfig.locales });
  const itemSearch = createItemSearch(testConfig, index);
  const feeder = startItemFeeder({ store, config: testConfig, index, log });
  onTestFinished(() => feeder.stop());
  const api = createContentApi({
    config: { ...testConfig, blocks, tags: Object.fromEntries(TAGS.map((tag) => [tag, { es: tag, en: tag }])) },
    origin: 'https://example.org',
    store,
    files: createMemoryFileStore(),
    drafts: started.drafts,
    itemSearch,
    generateBlockId: deterministicBlockId,
    pictures,
    uploads: createUploadSpace({
      folder: join(makeTemporaryFolder(), 'uploads'),
      ...(uploadLimits && { limits: uploadLimits }),
    }),
    addressOf: () => '203.0.113.1',
    noteRefusal: (program, action) => void refused.push([program.name, action]),
    log,
  });
  onTestFinished(() => {
    if (log.errors.length > 0) throw log.errors[0]?.fields.err;
  });

  async function send(
    token: string,
    method: string,
    path: string,
    body?: unknown,
    headers: { [name: string]: string } = {},
  ): Promise<ApiReply> {
    const isBytes = body instanceof Uint8Array || body instanceof FormData || typeof body === 'string';
    const response = await api.fetch(
      new Request(`https://example.org/api/v1${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isBytes ? (body as BodyInit) : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const told = text === '' ? undefined : JSON.parse(text);
    judge(method, path, response, told);
    return { status: response.status, headers: response.headers, body: told };
  }

  async function createProgram(role: Role, languages: string[] = []): Promise<ApiClient> {
    const made = await createApiToken({ store }, { kind: 'command-line' }, { name: role, role, languages });
    if (!made.ok) throw new Error(made.reason);
    const { token, facts } = made;
    return {
      token,
      program: { kind: 'program', id: `program-${facts.id}`, name: role, role, languages, disabled: false },
      send: (...request) => send(token, ...request),
      get: (path) => send(token, 'GET', path),
      createNotice: (id, languages) =>
        send(token, 'POST', '/items', { id, type: 'notice', sourceLanguage: 'es', languages }),
    };
  }

  return { ...started, site, log, refused, send, createProgram, pictures };
}

function ownPictures(): Pictures {
  const pictures = createPictures();
  onTestFinished(() => pictures.close());
  return pictures;
}

/** Validates a response against the API description. */
function judge(method: string, path: string, response: Response, body: unknown): void {
  if (!response.ok) {
    problemSchema.parse(body);
    return;
  }
  const pathname = path.split('?', 1)[0] ?? '';
  const found = routes.find(
    (route) =>
      route.method === method.toLowerCase() &&
      new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname) &&
      !(route.path.endsWith('{language}') && pathname.endsWith('/restore')),
  );
  if (!found) return;
  if (response.status !== found.answer.status) throw new Error(`${method} ${path} answered ${response.status}`);
  for (const name of ['etag', 'location'] as const) {
    const isDeclared = found.answer[name] === true;
    if (response.headers.has(name) !== isDeclared) throw new Error(`${method} ${path} does not declare its ${name}`);
  }
  found.answer.schema?.parse(body);
}

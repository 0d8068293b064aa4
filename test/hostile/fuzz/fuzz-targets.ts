import type { RouteConfigEntry } from '@react-router/dev/routes';
import { z } from 'zod';
import { routes as apiRoutes } from '#server/api/v1/create-content-api.ts';
import pages from '../../../app/routes.ts';
import type { Random } from '../../helpers/random.ts';
import { type FuzzedBody, fuzzForm, fuzzJsonBody, fuzzPicture } from './fuzz-body.ts';
import type { JsonSchema } from './fuzz-json.ts';
import { encodePart, fieldName, fieldValue, happens, oddText, pick } from './fuzz-values.ts';

/** The target and contents of a request. */
export interface FuzzedTarget {
  method: string;
  /** Path and query. `{draft}` and `{media}` are placeholders for ids of the site. */
  target: string;
  body?: FuzzedBody;
}

/** Paths of all pages, from the route table, so that new pages are included automatically. */
const PAGE_PATHS = pages.flatMap((entry) => pathsOf(entry));
const ADMIN_PATHS = PAGE_PATHS.filter((path) => /^(?:[a-z]{2}\/)?admin/.test(path));
const PUBLIC_PATHS = PAGE_PATHS.filter((path) => !ADMIN_PATHS.includes(path));

function pathsOf({ path, children = [] }: RouteConfigEntry): string[] {
  return [...(path === undefined ? [] : [path]), ...children.flatMap((child) => pathsOf(child))];
}

/** Addresses other than pages. */
const RESOURCES = [
  'feed.xml',
  'en/feed.xml',
  'sitemap.xml',
  'robots.txt',
  'healthz',
  'readyz',
  'builds/latest.json',
  'builds/meta/:id.json',
  'locales/:language/:file',
  'media/{media}/:form',
  'media/:id/:form',
  'api/_nuxt_icon/:file.json',
  'assets/:file',
  'faq/_payload.json',
  ':segment/:slug/_payload.json',
  'offline-worker.js',
  'favicon.ico',
];

const KNOWN_PARTS = [
  'es',
  'en',
  'articulos',
  'articles',
  'studies',
  'estudios',
  'news',
  'torax',
  'original',
  '320.webp',
  'og.png',
  'meki',
  '{draft}',
  '{media}',
];

const ODD_METHODS = ['OPTIONS', 'TRACE', 'PROPFIND', 'DELETE', 'PUT', 'PATCH', 'QUERY'];

export function fuzzPublic(random: Random): FuzzedTarget {
  const paths = happens(random, 65) ? PUBLIC_PATHS : RESOURCES;
  return withMethod(random, `/${fillPath(random, pick(random, paths))}${fuzzQuery(random)}`, 8);
}

export function fuzzAdmin(random: Random): FuzzedTarget {
  return withMethod(random, `/${fillPath(random, pick(random, ADMIN_PATHS))}${fuzzQuery(random)}`, 55);
}

export function fuzzApi(random: Random): FuzzedTarget {
  const { method, path, body } = pick(random, apiRoutes);
  const filled = fillPath(random, path.slice(1).replace(/\{(\w+)\}/g, ':$1'));
  const target = `/api/v1/${filled}${fuzzQuery(random)}`;
  const asked = happens(random, 95) ? method.toUpperCase() : pick(random, ODD_METHODS);
  if (body === undefined) return { method: asked, target };
  if (body === 'picture') return { method: asked, target, body: fuzzPicture(random) };
  return { method: asked, target, body: fuzzJsonBody(random, schemaOf(body)) };
}

const schemas = new Map<z.ZodType, JsonSchema>();

function schemaOf(body: z.ZodType): JsonSchema {
  let schema = schemas.get(body);
  if (!schema) {
    schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    schemas.set(body, schema);
  }
  return schema;
}

/** @param posts percentage of requests with a form */
function withMethod(random: Random, target: string, posts: number): FuzzedTarget {
  if (happens(random, posts)) {
    const isPictures = target.includes('pictures') && happens(random, 70);
    return { method: 'POST', target, body: isPictures ? fuzzPicture(random) : fuzzForm(random) };
  }
  const kind = random(20);
  return { method: kind < 17 ? 'GET' : kind < 19 ? 'HEAD' : pick(random, ODD_METHODS), target };
}

function fillPath(random: Random, path: string): string {
  const parts = path.split('/').map((part) => part.replace(/:(\w+)|\*/g, (_, name?: string) => fuzzPart(random, name)));
  if (happens(random, 5)) parts.splice(random(parts.length + 1), 0, encodePart(random, oddText(random)));
  const joined = parts.join(happens(random, 98) ? '/' : '//');
  return happens(random, 96) ? joined : respell(random, joined);
}

/** Typical values of path parameters by name. */
const PARTS_BY_NAME: { [name: string]: readonly string[] } = {
  id: ['{draft}'],
  type: ['articles', 'studies', 'news'],
  language: ['es', 'en'],
  revision: ['1', '2'],
};

function fuzzPart(random: Random, name = ''): string {
  const named = PARTS_BY_NAME[name];
  if (named && happens(random, 60)) return pick(random, named);
  return happens(random, 60) ? pick(random, KNOWN_PARTS) : encodePart(random, oddText(random)).slice(0, 4_000);
}

/** Percent-encodes some characters unnecessarily. */
function respell(random: Random, path: string): string {
  return path.replace(/[a-z]/g, (letter) => (happens(random, 30) ? `%${letter.charCodeAt(0).toString(16)}` : letter));
}

function fuzzQuery(random: Random): string {
  if (happens(random, 55)) return '';
  const pairs = Array.from({ length: 1 + random(4) }, () => {
    const value = happens(random, 90) ? `=${encodePart(random, fieldValue(random)).slice(0, 4_000)}` : '';
    return `${encodePart(random, fieldName(random)).slice(0, 2_000)}${value}`;
  });
  return `?${pairs.join('&')}`;
}

import { z } from 'zod';
import type { SiteConfig } from '#core/site/site-config.ts';
import { problemSchema } from './problem.ts';
import type { AnyRoute } from './route.ts';
import { namedSchemas } from './shared-schemas.ts';

const COMPONENTS = '#/components/schemas/';

/** The OpenAPI description, generated from the schemas that validate requests. Source: OpenAPI 3.1. */
export function describeApi(routes: AnyRoute[], { config, origin }: { config: SiteConfig; origin: string }) {
  const name = config.name[config.defaultLocale] ?? 'Meki';
  return {
    openapi: '3.1.0',
    info: {
      title: `Content API of ${name}`,
      version: '1',
      description: 'For programs with a token. Writes go into the drafts that people edit.',
    },
    servers: [{ url: `${origin}/api/v1` }],
    security: [{ token: [] }],
    paths: pathsOf(routes),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Created with npx meki token create.' },
      },
      schemas: componentSchemas(),
    },
  };
}

function componentSchemas(): { [name: string]: unknown } {
  const { schemas } = z.toJSONSchema(namedSchemas, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => COMPONENTS + id,
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutIds(schema)]));
}

/** Removes the schemas' ids, since OpenAPI refers to them by location. */
function withoutIds(schema: object): object {
  const { $id: _, $schema: __, ...rest } = schema as { $id?: string; $schema?: string };
  return rest;
}

function pathsOf(routes: AnyRoute[]): { [path: string]: object } {
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  return paths;
}

function operationOf(route: AnyRoute): object {
  const { operationId, summary, tag, body, answer, changesItem } = route;
  return {
    operationId,
    summary,
    tags: [tag],
    parameters: parametersOf(route),
    ...(body && { requestBody: { required: body === 'picture' || !body.isOptional(), content: bodyContent(body) } }),
    responses: {
      [answer.status]: {
        description: answer.description,
        ...(headersOf(route) && { headers: headersOf(route) }),
        ...(answer.schema && { content: { 'application/json': { schema: reference(answer.schema) } } }),
      },
      ...(changesItem && {
        412: {
          ...problemAnswer('The item is not the one of If-Match any more; nothing has changed.'),
          headers: { ETag: VERSION },
        },
      }),
      default: problemAnswer('A problem document.'),
    },
  };
}

function bodyContent(body: z.ZodType | 'picture'): object {
  if (body !== 'picture') return { 'application/json': { schema: reference(body) } };
  const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
  return { 'multipart/form-data': { schema: file }, '*/*': { schema: { type: 'string', format: 'binary' } } };
}

function parametersOf({ path, query, changesItem }: AnyRoute): object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'language' ? { $ref: `${COMPONENTS}Language` } : { type: 'string' },
  }));
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: inlineSchema(schema as z.ZodType),
  }));
  const condition = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag of the item that the program has read.',
    schema: { type: 'string' },
  };
  return [...inPath, ...inQuery, ...(changesItem ? [condition] : [])];
}

const VERSION = { description: 'The version of the item.', schema: { type: 'string' } };

function headersOf({ answer }: AnyRoute): object | undefined {
  const headers = {
    ...(answer.etag && { ETag: VERSION }),
    ...(answer.location && { Location: { description: 'The URL of the created item.', schema: { type: 'string' } } }),
  };
  return Object.keys(headers).length > 0 ? headers : undefined;
}

function problemAnswer(description: string): object {
  return { description, content: { 'application/problem+json': { schema: reference(problemSchema) } } };
}

/** @throws Error for an unnamed schema, which cannot be referenced. */
function reference(schema: z.ZodType): object {
  const id = namedSchemas.get(schema)?.id;
  if (id === undefined) throw new Error('A schema of the API has no name');
  return { $ref: COMPONENTS + id };
}

function inlineSchema(schema: z.ZodType): object {
  const { $defs: _, ...rest } = withoutIds(
    z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' }),
  ) as { $defs?: unknown };
  return rest;
}

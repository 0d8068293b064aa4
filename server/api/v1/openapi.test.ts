import SwaggerParser from '@apidevtools/swagger-parser';
import { expect, test } from 'vitest';
import { createApiSite } from '../../../test/helpers/api/create-api-site.ts';
import { routes } from './create-content-api.ts';

test('the description is valid, has every route, and needs no token', async () => {
  const { send } = await createApiSite();
  const { status, headers, body } = await send('', 'GET', '/openapi.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(body.openapi).toBe('3.1.0');
  for (const route of routes) expect(body.paths[route.path][route.method].operationId).toBe(route.operationId);
  const ids = routes.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const validated = await SwaggerParser.validate(structuredClone(body));
  expect(Object.keys(validated.paths ?? {})).toEqual(Object.keys(body.paths));
});

test('the description says how often a language may be named', async () => {
  const { send } = await createApiSite();
  const { body } = await send('', 'GET', '/openapi.json');
  const { languages } = body.components.schemas.Publishing.properties;
  expect(languages).toMatchObject({ type: 'array', minItems: 1, maxItems: 2, uniqueItems: true });
});

test('the description says which answers tell the version of an item', async () => {
  const { send } = await createApiSite();
  const { body } = await send('', 'GET', '/openapi.json');
  const headers = (path: string, method: string, status: number) =>
    Object.keys(body.paths[path][method].responses[status].headers ?? {});
  expect(headers('/items', 'post', 201)).toEqual(['ETag', 'Location']);
  expect(headers('/items/{id}', 'get', 200)).toEqual(['ETag']);
  expect(headers('/items/{id}/health', 'get', 200)).toEqual(['ETag']);
  expect(headers('/items/{id}/publish', 'post', 200)).toEqual(['ETag']);
  expect(headers('/items/{id}', 'patch', 412)).toEqual(['ETag']);
  expect(headers('/items/{id}', 'delete', 204)).toEqual([]);
  expect(headers('/media', 'post', 201)).toEqual(['Location']);
});

import { data, type LoaderFunctionArgs, RouterContextProvider, type ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { partial } from '../../test/helpers/partial.ts';
import { type RenderRecord, renderRecord, withDataInDocument } from './context.ts';

type ServerRoute = NonNullable<ServerBuild['routes'][string]>;

/** What the loader of a route gives React Router, and what passes beside it. */
async function load(id: string, result: unknown, record: RenderRecord) {
  const context = new RouterContextProvider();
  context.set(renderRecord, record);
  const module = partial<ServerRoute['module']>({ loader: async () => result });
  const build = partial<ServerBuild>({ routes: { [id]: partial<ServerRoute>({ id, module }) } });
  const loader = withDataInDocument(build).routes[id]?.module.loader;
  return [await loader?.(partial<LoaderFunctionArgs>({ context })), record.beside];
}

const page = { title: 'MRI' };

test('the data of a page passes beside the router where the document has no use for its encoding', async () => {
  expect(await load('site/item', page, { beside: {} })).toEqual([null, { 'site/item': page }]);
});

test('other renders, the frame, and what has a status take the usual way', async () => {
  expect(await load('site/item', page, {})).toEqual([page, undefined]);
  expect(await load('root', page, { beside: {} })).toEqual([page, {}]);
  for (const other of [data(page, 404), new Response(), null, 'text']) {
    expect(await load('site/item', other, { beside: {} })).toEqual([other, {}]);
  }
});

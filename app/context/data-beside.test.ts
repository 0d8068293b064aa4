import { data, type LoaderFunctionArgs, RouterContextProvider, type ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { type RenderRecord, renderRecord } from './context.ts';
import { withDataBeside } from './data-beside.ts';

/** What the loader of a route gives React Router, and what passes beside it. */
async function load(id: string, result: unknown, record: RenderRecord) {
  const context = new RouterContextProvider();
  context.set(renderRecord, record);
  const build = { routes: { [id]: { id, module: { loader: async () => result } } } } as unknown as ServerBuild;
  const loader = withDataBeside(build).routes[id]?.module.loader;
  return [await loader?.({ context } as unknown as LoaderFunctionArgs), record.beside];
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

import { UNSAFE_decodeViaTurboStream } from 'react-router';
import { expect, test, vi } from 'vitest';
import { dataVersion, encodeState, passPageData } from './page-data.ts';

const loaderData = {
  root: { name: 'Meki', links: [{ href: '/', icon: null }], tags: [], empty: {} },
  'site/item': { title: 'Ácido </script> \u2028', count: 0, isNew: false, text: [['p', 'Meki'], null, ['root']] },
};

async function decode(text: string): Promise<unknown> {
  const stream = new Blob([text]).stream();
  return (await UNSAFE_decodeViaTurboStream(stream as ReadableStream<Uint8Array<ArrayBuffer>>, globalThis as never))
    .value;
}

function windowWith(payload: string, version = dataVersion(payload)) {
  const streamController = { enqueue: vi.fn<(text: string) => void>(), close: vi.fn() };
  const mekiData = { version, payload: Promise.resolve(payload) };
  return { streamController, window: { mekiData, __reactRouterContext: { streamController } } };
}

test('the router decodes exactly the data that was encoded', async () => {
  expect(await decode(encodeState({ loaderData }))).toEqual({ loaderData });
});

test('the data of the page is passed to the router', async () => {
  const { window, streamController } = windowWith(JSON.stringify(loaderData));
  expect(await passPageData(window)).toBe(true);
  expect(await decode(streamController.enqueue.mock.calls[0]?.[0] ?? '')).toEqual({ loaderData });
  expect(streamController.close).toHaveBeenCalledOnce();
});

test('data that was published after the document was rendered is not passed to the router', async () => {
  const { window, streamController } = windowWith('{"root":{}}', dataVersion('{"root":{"name":"Meki"}}'));
  expect(await passPageData(window)).toBe(false);
  expect(streamController.enqueue).not.toHaveBeenCalled();
});

test('a document with its own data needs none', async () => {
  expect(await passPageData({} as Window)).toBe(true);
});

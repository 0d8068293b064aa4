import { afterEach, describe, expect, it, vi } from 'vitest';
import { partial } from '../../test/helpers/partial.ts';
import { createMessageStore, type Messages } from './messages.ts';

const spanish = partial<Messages>({ common: partial({ loading: 'Cargando…' }), error: partial({}) });

function answer(status: number) {
  const fetch = vi.fn(async (path: string) => Response.json({ from: path }, { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

afterEach(() => void vi.unstubAllGlobals());

describe('the messages in the browser', () => {
  it('of a language that is here are not fetched', async () => {
    const fetch = answer(200);
    const store = createMessageStore({ es: spanish });
    await store.ensure('es');
    expect(store.read('es')).toBe(spanish);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('of another language are fetched on demand, the common ones and those of errors, once', async () => {
    const fetch = answer(200);
    const store = createMessageStore({ es: spanish });
    await store.ensure('en');
    await store.ensure('en');
    expect(fetch.mock.calls).toEqual([['/locales/en/common.json?compiled'], ['/locales/en/error.json?compiled']]);
    expect(store.read('en')).toMatchObject({ error: { from: '/locales/en/error.json?compiled' } });
  });

  it('are those of a language that is here while another one is missing', () => {
    expect(createMessageStore({ es: spanish }).read('en')).toBe(spanish);
  });

  it('that cannot be fetched fail the page', async () => {
    answer(404);
    await expect(createMessageStore({ es: spanish }).ensure('en')).rejects.toThrow(
      '/locales/en/common.json answered 404',
    );
  });
});

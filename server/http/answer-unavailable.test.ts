import { expect, test, vi } from 'vitest';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { PicturesClosed, PicturesUnavailable } from '#core/media/pictures.ts';
import { partial } from '../../test/helpers/partial.ts';
import type { AppBuild } from '../rendering/render-page.ts';
import { createTestApp } from '../testing/create-test-app.ts';
import { renderedPage } from '../testing/rendered.ts';
import { answeringUnavailable } from './answer-unavailable.ts';

function buildWith(answer: () => Promise<unknown>) {
  const handleError = vi.fn();
  const module = { default: () => null, loader: answer, action: answer };
  const build = partial<AppBuild>({
    entry: partial({ module: partial({ handleError }) }),
    routes: { page: partial({ id: 'page', module: partial(module) }) },
  });
  const guarded = answeringUnavailable(build).routes.page?.module;
  return { guarded, handleError };
}

const args = { request: new Request('http://localhost/') } as never;

test.each(['loader', 'action'] as const)(
  'a %s that cannot reach the database answers 503, and the cause is recorded',
  async (name) => {
    for (const error of [
      new StoreUnavailable('locked'),
      new IdentityUnavailable('locked'),
      new PicturesUnavailable('no process'),
    ]) {
      const { guarded, handleError } = buildWith(() => Promise.reject(error));
      const thrown = await Promise.resolve(guarded?.[name]?.(args)).catch((reason: unknown) => reason);
      expect(thrown).toBeInstanceOf(Response);
      expect((thrown as Response).status).toBe(503);
      expect(handleError).toHaveBeenCalledWith(error, args);
    }
  },
);

test('an action that a stopping server did not do answers 503, and nothing is recorded', async () => {
  const { guarded, handleError } = buildWith(() => Promise.reject(new PicturesClosed()));
  const thrown = await Promise.resolve(guarded?.action?.(args)).catch((reason: unknown) => reason);
  expect((thrown as Response).status).toBe(503);
  expect(handleError).not.toHaveBeenCalled();
});

test('any other outcome is what it was', async () => {
  const failing = buildWith(() => Promise.reject(new Error('mine')));
  await expect(failing.guarded?.loader?.(args)).rejects.toThrow('mine');
  expect(await buildWith(async () => 'data').guarded?.loader?.(args)).toBe('data');
});

test('a page that could not be rendered for want of the database is answered with 503 and when to try again', async () => {
  const { get, log } = createTestApp({ render: () => Promise.reject(new StoreUnavailable('locked')) });
  const page = await get('/faq');
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
  const json = await get('/faq', { accept: 'application/json' });
  expect([json.status, json.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await json.json()).toEqual({ statusCode: 503, message: 'Service unavailable' });
  expect(JSON.stringify(log)).not.toBe('');
});

test('an error page of the app with 503 says when to try again', async () => {
  const rendered = renderedPage('<!DOCTYPE html><h1>503</h1>', { status: 503 });
  const { get } = createTestApp({ render: async () => ({ ...rendered, error: new StoreUnavailable('locked') }) });
  const page = await get('/faq');
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
});

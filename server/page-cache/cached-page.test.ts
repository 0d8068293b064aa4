import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { RenderedPage } from '../rendering/rendered-page.ts';
import { createCachedPage } from './cached-page.ts';

const address = { key: '/faq', pathname: '/faq', search: '', cacheable: true, canonical: true };

function render(): RenderedPage {
  return {
    status: 200,
    headers: new Headers({ 'Content-Type': 'text/html' }),
    body: `<!DOCTYPE html><p>${'radiografía '.repeat(200)}</p><script>start()</script>`,
    inline: { scripts: ['start()'], styles: ['p{color:red}'] },
    payload: { faq: { questions: [] } },
  };
}

test('a page that is kept does not keep its render, but can still be made smaller and without scripts', async () => {
  let rendered: RenderedPage | undefined = render();
  const parts = [rendered, rendered.inline, rendered.payload ?? {}].map((part) => new WeakRef(part));
  const page = await createCachedPage(address as never, rendered, { securityHeaders: [] });
  rendered = undefined;
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  await setImmediate();
  collectGarbage();
  expect(parts.map((part) => part.deref())).toEqual([undefined, undefined, undefined]);

  const policyOf = (headers: readonly string[]) => headers[headers.indexOf('Content-Security-Policy') + 1];
  const policy = policyOf(page.full.identity.headers);
  await page.improve();
  expect(policyOf(page.full.br?.headers ?? [])).toBe(policy);
  const lite = await page.lite();
  expect(lite.identity.body.toString()).not.toContain('<script');
  expect(policyOf(lite.identity.headers)).toMatch(/style-src[^;]*'sha256-/);
  expect(policyOf(lite.identity.headers)).not.toMatch(/script-src[^;]*'sha256-/);
  expect((await page.payload()).identity.body.toString()).toBe('{"faq":{"questions":[]}}');
});

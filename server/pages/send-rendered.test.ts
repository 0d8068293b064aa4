import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { sendRendered } from './send-rendered.ts';

const PAGE = '<!DOCTYPE html><p>Hola</p><script>start()</script>';

function request(keepScripts?: boolean) {
  const app = new Hono().get('/', (context) => {
    const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' });
    const rendered = { status: 200, headers, body: PAGE, inline: { scripts: ['start()'], styles: [] } };
    return sendRendered(context, rendered, true, keepScripts);
  });
  return app.request('/', { headers: { 'Save-Data': 'on' } });
}

test('a visitor who saves data gets a page without its scripts', async () => {
  const response = await request();
  expect(await response.text()).toBe('<!DOCTYPE html><p>Hola</p>');
  expect(response.headers.get('Vary')).toContain('Save-Data');
});

test('a page that keeps its scripts is sent whole, and its policy lets them run', async () => {
  const response = await request(true);
  expect(await response.text()).toBe(PAGE);
  expect(response.headers.get('Vary')).not.toContain('Save-Data');
  expect(response.headers.get('Content-Security-Policy')).toMatch(/script-src[^;]*'sha256-/);
});

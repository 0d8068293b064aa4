import { describe, expect, test } from 'vitest';
import type { Identity } from '#core/accounts/identity.ts';
import { localeSet } from '#site-config';
import { renderedPage } from '../testing/rendered.ts';
import { createAccountCookies } from './account-cookies.ts';
import { type AccountRoutesOptions, createAccountRoutes } from './account-routes.ts';

const ORIGIN = 'https://example.org';

/** The routes around an app that does what a test says, and what they gave it. */
function createRoutes(options: Partial<AccountRoutesOptions> = {}) {
  const seen: Request[] = [];
  const app = createAccountRoutes({
    set: localeSet,
    origin: ORIGIN,
    trustedProxies: 0,
    identity: {} as Identity,
    cookies: createAccountCookies(ORIGIN),
    render: async () => renderedPage('<!DOCTYPE html><h1>Admin</h1>'),
    answer: async (_context, rendered) =>
      'failure' in rendered
        ? new Response('failed', { status: 500 })
        : new Response(rendered.body, { status: rendered.status, headers: { 'Cache-Control': 'public' } }),
    ...options,
    ...(options.render && {
      render: async (request, account) => {
        seen.push(request);
        return (options.render as AccountRoutesOptions['render'])(request, account);
      },
    }),
  });
  const send = async (path: string, init: RequestInit = {}) =>
    app.fetch(new Request(`http://host.invalid${path}`, init));
  return { seen, send };
}

const form = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body,
});

describe('the routes of the admin area', () => {
  test('leave every other page to the site', async () => {
    const { send } = createRoutes();
    expect((await send('/faq')).status).toBe(404);
    expect((await send('/administrador')).status).toBe(404);
  });

  test.each(['/admin', '/es/admin', '/en/admin/signin', '/admin/people.data'])(
    'keep %s out of every cache',
    async (path) => {
      const response = await createRoutes().send(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    },
  );

  test.each([
    ['/ADMIN/people?after=a', '/admin/people?after=a'],
    ['/EN/%61dmin.data', '/en/admin.data'],
  ])('lead from %s to the spelling of the site', async (path, spelled) => {
    const { send, seen } = createRoutes({ render: async () => renderedPage('') });
    const response = await send(path);
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(spelled);
    expect(seen).toEqual([]);
  });

  test('append the cookies that the app leaves, each in a line of its own', async () => {
    const { send } = createRoutes({
      render: async (_request, account) => {
        account.keepTicket('t1');
        account.leave();
        return renderedPage('');
      },
    });
    expect((await send('/admin/signin')).headers.getSetCookie()).toEqual([
      '__Host-meki_signup=t1; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax; Secure',
      '__Host-meki_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
    ]);
  });

  test('send cookies and stay private when the app fails', async () => {
    const { send } = createRoutes({
      render: async (_request, account) => {
        account.leave();
        throw new Error('broken');
      },
    });
    const response = await send('/admin');
    expect(response.status).toBe(500);
    expect(response.headers.getSetCookie()).toHaveLength(1);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  test('give the app the public address and the form, and no header besides', async () => {
    const { send, seen } = createRoutes({ render: async () => renderedPage('') });
    const { headers, ...init } = form('email=ana%40example.org');
    await send('/en/admin/signin?to=/en/admin', {
      ...init,
      headers: {
        ...(headers as object),
        Cookie: 'meki_session=abc',
        'X-Forwarded-Host': 'evil.example',
        Origin: ORIGIN,
      },
    });
    const [request] = seen;
    expect(request?.url).toBe(`${ORIGIN}/en/admin/signin?to=/en/admin`);
    expect([...(request?.headers.keys() ?? [])].sort()).toEqual(['accept', 'content-type', 'host', 'origin']);
    expect(request?.headers.get('host')).toBe('example.org');
    expect(Object.fromEntries((await request?.formData()) ?? [])).toEqual({ email: 'ana@example.org' });
  });

  test('tell the accounts who asks', async () => {
    const { send } = createRoutes({
      trustedProxies: 1,
      render: async (_request, account) => renderedPage(JSON.stringify(account.client)),
    });
    const headers = { Origin: ORIGIN, 'User-Agent': 'Firefox', 'X-Forwarded-For': '6.6.6.6, 203.0.113.1' };
    expect(await (await send('/admin', { headers })).json()).toEqual({
      origin: ORIGIN,
      userAgent: 'Firefox',
      address: '203.0.113.1',
    });
  });

  test('name the methods that a page without a form takes', async () => {
    const { send } = createRoutes({ render: async () => renderedPage('', { status: 405 }) });
    const response = await send('/admin', form('a=b'));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  test.each([
    ['text/plain', 415],
    ['multipart/form-data', 400],
  ])('refuse a body of the type %s with %i before the app has it', async (type, status) => {
    const { send, seen } = createRoutes({ render: async () => renderedPage('') });
    const response = await send('/admin/signin', { method: 'POST', headers: { 'Content-Type': type }, body: 'a=b' });
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(seen).toEqual([]);
  });

  test('refuse a form that is too large, told or not, before the app has it', async () => {
    const { send, seen } = createRoutes({ render: async (request) => renderedPage(await request.text()) });
    const body = 'a'.repeat(64 * 1024 + 1);
    const { headers, ...init } = form(body);
    const told = await send('/admin/signin', {
      ...init,
      headers: { ...(headers as object), 'Content-Length': String(body.length) },
    });
    expect(told.status).toBe(413);
    expect(await told.json()).toEqual({ statusCode: 413, message: 'The form is too large' });
    expect(seen).toEqual([]);
    const fits = await send('/admin/signin', form(body.slice(1)));
    expect(fits.status).toBe(200);
  });

  test('refuse a form whose size was not told once it grows too large', async () => {
    const { send } = createRoutes({ render: async (request) => renderedPage(await request.text()) });
    const chunk = new TextEncoder().encode('a'.repeat(32 * 1024));
    let left = 3;
    const endless = new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
    });
    const response = await send('/admin/signin', {
      ...form(''),
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  test.each([
    ['nobody', undefined, 413],
    ['somebody who is signed in', 'meki_session=token', 200],
  ])('read a picture that %s sends as far as they may', async (_, cookie, status) => {
    const session = { user: { id: 'a' }, session: { remember: false }, ok: true };
    const { send, seen } = createRoutes({
      cookies: createAccountCookies('http://example.org'),
      identity: { session: async () => session } as unknown as Identity,
      render: async () => renderedPage('{}'),
    });
    const { headers, ...rest } = form(`file=${'x'.repeat(1_000_000)}`);
    const init = { ...rest, headers: { ...headers, ...(cookie && { cookie }) } };
    expect((await send('/en/admin/editor/pictures', init)).status).toBe(status);
    expect(seen).toHaveLength(status === 200 ? 1 : 0);
    const elsewhere = await send('/admin/account', init);
    expect(elsewhere.status, 'no other page takes as much').toBe(413);
  });
});

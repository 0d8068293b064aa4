import { describe, expect, test } from 'vitest';
import type { Identity } from '#core/accounts/identity.ts';
import { fileField, formShape, MAX_FORM_BYTES, textField } from '#core/forms/form-shape.ts';
import { localeSet } from '#site-config';
import { renderedPage } from '../testing/rendered.ts';
import { createAccountCookies } from './account-cookies.ts';
import { type AccountRoutesOptions, createAccountRoutes } from './account-routes.ts';

const ORIGIN = 'https://example.org';
const EMAIL_FORM = formShape({ email: textField() });

/** The routes with an app stub, and the calls that it got. */
function createRoutes(options: Partial<AccountRoutesOptions> = {}) {
  const seen: Request[] = [];
  const app = createAccountRoutes({
    set: localeSet,
    origin: ORIGIN,
    trustedProxies: 0,
    identity: {} as Identity,
    cookies: createAccountCookies(ORIGIN),
    uploads: { receive: async () => 'full' },
    render: async () => renderedPage('<!DOCTYPE html><h1>Admin</h1>'),
    answer: async (_context, rendered) =>
      'failure' in rendered
        ? new Response('failed', { status: 500 })
        : new Response(rendered.body, { status: rendered.status, headers: { 'Cache-Control': 'public' } }),
    ...options,
    ...(options.render && {
      render: async (request, account, receiveForm) => {
        seen.push(request);
        return (options.render as AccountRoutesOptions['render'])(request, account, receiveForm);
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

  test('give the app the public address, no header besides, and no body', async () => {
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
    expect([...(request?.headers.keys() ?? [])].sort()).toEqual(['accept', 'host', 'origin']);
    expect(request?.headers.get('host')).toBe('example.org');
    expect(request?.body).toBeNull();
  });

  test('read the form when the app asks for it, and give it the fields that it names', async () => {
    const { send } = createRoutes({
      render: async (_request, _account, receiveForm) => {
        const received = await receiveForm(EMAIL_FORM);
        return renderedPage(JSON.stringify('fields' in received && Object.fromEntries(received.fields)));
      },
    });
    expect(await (await send('/admin/signin', form('email=ana%40example.org&other=1'))).json()).toEqual({
      email: 'ana@example.org',
    });
  });

  test('say when a file that is one too many may be sent again, with the words of the page', async () => {
    const asked: [number, object][] = [];
    const { send } = createRoutes({
      uploads: {
        async receive(_request, most, sender) {
          asked.push([most, sender]);
          return 'too-many';
        },
      },
      render: async (_request, _account, receiveForm) => {
        const received = await receiveForm(formShape({ file: fileField() }, 1_000));
        return { ...renderedPage('Espere'), status: 'status' in received ? received.status : 200 };
      },
    });
    const body = new FormData();
    body.set('file', new File(['x'], 'a.png'));
    const response = await send('/admin/editor/pictures', { method: 'POST', body });
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      429,
      '10',
      'Espere',
    ]);
    expect(asked).toEqual([[1_000, { account: '', address: undefined }]]);
  });

  test('read not a byte of a body that the app does not ask for', async () => {
    let read = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          read++;
          controller.enqueue(new Uint8Array(1));
        },
      },
      { highWaterMark: 0 },
    );
    const { send } = createRoutes({ render: async () => renderedPage('', { status: 403 }) });
    const response = await send('/admin/editor/pictures', { ...form(''), body, duplex: 'half' } as RequestInit);
    expect(response.status).toBe(403);
    expect(read).toBe(0);
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
    ['of another type', 415, { ...form('email=a'), headers: { 'Content-Type': 'text/plain' } }],
    ['without a boundary', 400, { ...form('a=b'), headers: { 'Content-Type': 'multipart/form-data' } }],
    ['that is too large', 413, form('a'.repeat(MAX_FORM_BYTES + 1))],
  ])('answer a body %s with %i and a reason, whatever the app makes of it', async (_, status, init) => {
    const { send } = createRoutes({
      render: async (_request, _account, receiveForm) => {
        const received = await receiveForm(EMAIL_FORM);
        return renderedPage('the app', { status: 'status' in received ? received.status : 200 });
      },
    });
    const response = await send('/admin/signin', init);
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await response.json()).toMatchObject({ statusCode: status });
  });
});

import { ACCOUNT_FORMS, cookie, EVA, location, WRONG } from '../../helpers/accounts/account-forms.ts';
import { expect, test } from '../../helpers/accounts/account-site-test.ts';
import { DAY, passTime } from '../../helpers/data-folders/pass-time.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import {
  type Answer,
  cookiePair,
  readPage,
  type SendOptions,
  sendBody,
  sendForm,
} from '../../helpers/requests/send-form.ts';
import { spread } from '../../helpers/spread.ts';

test.describe('a request', () => {
  test.use({ accounts: { people: [ANA, EVA] } });

  test('that no page of the site sends is refused, or led on within the site', async ({ site, outbox }) => {
    await test.step('that comes from another site changes nothing', async () => {
      const { cookies } = await sendForm(site.origin, '/admin/signin', { ...ANA });
      const session = cookiePair(cookies[0]);
      const elsewhere: { [name: string]: string }[] = [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { Origin: `${site.origin}.evil.example` },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site', Origin: site.origin },
        { 'Sec-Fetch-Site': 'none' },
        { Cookie: session },
      ];
      // Headers are judged before the form is known.
      for (const [headers, [path, fields]] of spread(elsewhere, Object.entries(ACCOUNT_FORMS), 0)) {
        const answer = await sendForm(site.origin, path, { ...fields(ANA.email), password: ANA.password }, { headers });
        expect(answer, `${path} with ${JSON.stringify(headers)}`).toMatchObject({ status: 403, cookies: [] });
      }
      for (const headers of elsewhere) {
        const signOut = await sendForm(site.origin, '/admin/signout', {}, { headers: { Cookie: session, ...headers } });
        expect(signOut).toMatchObject({ status: 403, cookies: [] });
      }
      expect((await readPage(site.origin, '/admin', cookie(session))).status).toBe(200);
      expect(await outbox.waiting(ANA.email)).toEqual([]);
    });

    await test.step('of a method that no page takes is refused', async () => {
      for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const admin = await readPage(site.origin, '/en/admin/signin', { method });
        expect(admin.status).toBe(405);
        expect(admin.headers.get('allow')).toBe('GET, HEAD, POST');
      }
      const faq = await sendForm(site.origin, '/faq', {});
      expect(faq.status).toBe(405);
      expect(faq.headers.get('allow')).toBe('GET, HEAD');
      expect(await readPage(site.origin, '/admin/signin', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
      for (const path of ['/admin', '/admin/nothing']) {
        const answer = await sendForm(site.origin, path, {});
        expect(answer.status).toBe(405);
        expect(answer.headers.get('allow')).toBe('GET, HEAD');
      }
    });

    await test.step('whose body is too large, no form, or broken is refused, and the server has nothing to report', async () => {
      const send = (body: Parameters<typeof sendBody>[2], headers?: { [name: string]: string }) =>
        sendBody(site.origin, '/admin/signin', body, headers);
      const plain = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const form = new URLSearchParams({ email: ANA.email, password: ANA.password }).toString();
      for (const [status, answer] of [
        [413, send('a'.repeat(64 * 1024 + 1), plain)],
        [413, send(['a'.repeat(64 * 1024), 'a'], plain)],
        [415, send('{"email":"ana@example.org"}', { 'Content-Type': 'application/json' })],
        [415, send(form, { 'Content-Type': 'text/plain' })],
        [400, send('--x', { 'Content-Type': 'multipart/form-data' })],
        [400, send('--x', { 'Content-Type': 'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW' })],
        [422, send('%%%=&=&\u0000email[__proto__]=x&email.a.b=c', plain)],
        [422, send(null)],
        [303, send([form.slice(0, 9), form.slice(9)], plain)],
      ] as const) {
        const given = await answer;
        expect(given.status).toBe(status);
        expect(given.headers.get('cache-control')).toBe('private, no-store');
      }
      const parts = new FormData();
      for (const [name, value] of Object.entries({ email: ANA.email, password: ANA.password })) parts.set(name, value);
      expect((await send(parts)).status).toBe(303);
      parts.set('password', new File(['x'], 'x.txt'));
      expect((await send(parts)).status).toBe(422);
    });

    await test.step('that follows a link into the site is led on within it alone', async () => {
      for (const [to, place] of [
        ['/en/admin/account?x=1', '/en/admin/account?x=1'],
        ['//evil.example/admin', '/admin'],
        ['/\\evil.example/admin', '/admin'],
        ['javascript:alert(1)//admin', '/admin'],
        ['https://evil.example/admin', '/admin'],
        ['/.//evil.example/admin', '/admin'],
        // Decoded once, and no more.
        [encodeURIComponent('/en/admin/account'), '/admin'],
        [encodeURIComponent('//evil.example/admin'), '/admin'],
      ] as const) {
        const path = `/admin/signin?to=${encodeURIComponent(to)}`;
        const signedIn = await sendForm(site.origin, path, { ...ANA });
        expect(signedIn.status).toBe(303);
        expect(location(signedIn)).toBe(place);
        const already = await readPage(site.origin, path, cookie(signedIn.cookies[0]));
        expect(already.status).toBe(302);
        expect(location(already)).toBe(place);
      }
    });
  });

  test('is answered with the status that says what became of it, and kept nowhere', async ({ site }) => {
    const send = async (path: string, fields: { [name: string]: string }, options?: SendOptions) => {
      const answer = await sendForm(site.origin, path, fields, options);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      return answer;
    };
    const read = async (path: string, options?: SendOptions) => {
      const answer = await readPage(site.origin, path, options);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      return answer;
    };
    for (const path of ['/admin', '/es/admin', '/en/admin/people', '/admin/account.data']) {
      const answer = await read(path);
      expect([302, 202]).toContain(answer.status);
      expect(answer.body).not.toContain(ANA.email);
    }
    expect(location(await read('/en/admin/people'))).toBe('/en/admin/signin?to=%2Fen%2Fadmin%2Fpeople');
    expect(location(await read('/es/admin/people'))).toBe('/admin/signin?to=%2Fes%2Fadmin%2Fpeople');
    for (const path of Object.keys(ACCOUNT_FORMS)) {
      expect((await read(path)).status).toBe(200);
      expect((await send(path, { email: 'nobody' })).status).toBe(422);
    }
    expect((await send('/admin/signup', { ...EVA, email: 'zoe@example.org', password: 'Password1' })).status).toBe(422);
    expect((await send('/admin/signup-confirm', { email: EVA.email, code: '000000' })).status).toBe(422);
    expect((await send('/admin/reset-confirm', { ...EVA, code: '000000' })).status).toBe(422);
    for (let count = 0; count < 5; count++) {
      expect((await send('/admin/signin', { email: EVA.email, password: WRONG })).status).toBe(401);
    }
    for (const path of ['/admin/signin', '/en/admin/signin.data']) {
      const wait = await send(path, { ...EVA });
      expect(wait.status).toBe(429);
      expect(Number(wait.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(wait.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    }

    const [session] = (await send('/admin/signin', { ...ANA })).cookies;
    expect((await read('/admin', cookie(session))).status).toBe(200);
    expect(location(await read('/en/admin/signin', cookie(session)))).toBe('/en/admin');
    expect(location(await read('/es/admin/signin', cookie(session)))).toBe('/admin');
    expect(location(await read('/admin/signup', cookie(session)))).toBe('/admin');
    expect((await read('/admin/nothing', cookie(session))).status).toBe(404);
    await passTime(site.dataDir, DAY);
    const [viewer] = (await send('/admin/signin', { ...EVA })).cookies;
    expect((await read('/admin/people', cookie(viewer))).status).toBe(403);
  });
});

test('two posts at once of the same form do what one does', async ({ site, outbox }) => {
  const twice = (path: string, fields: { [name: string]: string }, options?: SendOptions) =>
    Promise.all([1, 2].map(() => sendForm(site.origin, path, fields, options)));
  const signUps = await twice('/admin/signup', { ...ANA });
  expect(signUps.map(location)).toEqual(Array(2).fill('/admin/signup-confirm?email=ana%40example.org'));
  const codes = [(await outbox.next(ANA.email)).code, (await outbox.next(ANA.email)).code];
  const own = { headers: { Cookie: cookiePair(signUps[1]?.cookies[0]), Origin: site.origin } };
  const confirmations = [];
  for (const code of codes) {
    confirmations.push(...(await twice('/admin/signup-confirm', { email: ANA.email, code }, own)));
  }
  const refused = confirmations.filter(({ status }) => status !== 303);
  expect(refused).toHaveLength(3);
  for (const { status } of refused) expect([410, 422]).toContain(status);

  const signIns = await twice('/admin/signin', { ...ANA });
  expect(signIns.map(location)).toEqual(['/admin', '/admin']);
  for (const { cookies } of signIns) {
    expect((await readPage(site.origin, '/admin', cookie(cookies[0]))).status).toBe(200);
  }
});

test.describe('whether an email has an account', () => {
  /**
   * Emails of equal length, so that responses must have equal length too: of an account, a suspended one, and an unknown one.
   */
  const emails = { '': ['eva', 'leo', 'noa'], '/en': ['ivo', 'max', 'zoe'] };
  /** The forms of each language. Codes are tried before and after one was requested. */
  const ways = {
    '': ['signin', 'reset-confirm', 'reset', 'reset-confirm'],
    '/en': ['signup-confirm', 'signup', 'signup-confirm'],
  };
  const member = (name = '', disabled = false) => ({ ...EVA, email: `${name}@example.org`, disabled });
  const members = Object.values(emails).flatMap(([open, suspended]) => [member(open), member(suspended, true)]);
  /** Uncompressed, so that equal lengths stay equal. */
  const plain: SendOptions = { headers: { 'Accept-Encoding': 'identity' } };
  test.use({ accounts: { people: [ANA, ...members] } });

  test('shows in no byte of an answer but the email that was typed', async ({ site }) => {
    test.slow();
    for (const prefix of ['', '/en'] as const) {
      for (const way of ways[prefix]) {
        const path = `/admin/${way}`;
        const shown = [];
        for (const name of emails[prefix]) {
          const { email } = member(name);
          const answers = [];
          for (let count = 0; count < 6; count++) {
            answers.push(
              mask(await sendForm(site.origin, prefix + path, ACCOUNT_FORMS[path]?.(email) ?? {}, plain), email),
            );
          }
          shown.push(answers);
        }
        expect(shown[1], `${prefix}${path} for a suspended account`).toEqual(shown[0]);
        expect(shown[2], `${prefix}${path} for nobody`).toEqual(shown[0]);
        if (way.endsWith('-confirm')) await passTime(site.dataDir, 2 * DAY);
      }
    }
  });

  /** A response without the parts that may differ: the email, the random ticket, the time, and values derived from them. */
  function mask({ status, headers, body }: Answer, email: string): object {
    const masked = (text: string) =>
      text
        .replaceAll(email, 'EMAIL')
        .replaceAll(encodeURIComponent(email), 'EMAIL')
        .replace(/meki_signup=[\w-]{43}/, 'meki_signup=TICKET')
        .replaceAll(/'sha256-[^']+'/g, 'HASH')
        .replaceAll(/\b\d+(?= segundos?| seconds?)/g, 'SECONDS');
    const kept = [...headers].filter(([name]) => !['date', 'x-request-id', 'retry-after'].includes(name));
    return { status, headers: kept.map(([name, value]) => [name, masked(value)]), body: masked(body) };
  }
});

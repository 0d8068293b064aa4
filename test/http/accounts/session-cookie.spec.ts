import { ACCOUNT_FORMS, cookie, EVA, location } from '../../helpers/accounts/account-forms.ts';
import { expect, test } from '../../helpers/accounts/account-site-test.ts';
import { DAY, MINUTE, passTime } from '../../helpers/data-folders/pass-time.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { type Answer, cookiePair, readPage, sendForm } from '../../helpers/requests/send-form.ts';

const SESSION = /^meki_session=[A-Za-z0-9_-]{43}; /;

test.describe('the session cookie', () => {
  test.use({ accounts: { people: [ANA, EVA] } });

  test('ends with the browser, unless one asks to be kept signed in: then it lives 30 days after each use', async ({
    site,
  }) => {
    const brief = await sendForm(site.origin, '/admin/signin', { email: ANA.email, password: ANA.password });
    expect(brief.status).toBe(303);
    expect(brief.cookies).toHaveLength(1);
    expect(brief.cookies[0]).toMatch(SESSION);
    expect(brief.cookies[0]?.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);

    const kept = await sendForm(site.origin, '/admin/signin', { ...ANA, remember: 'on' });
    expect(kept.cookies[0]).toMatch(SESSION);
    expect(cookiePair(kept.cookies[0])).not.toBe(cookiePair(brief.cookies[0]));
    expect(kept.cookies[0]?.split('; ').slice(1).sort().slice(1)).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);
    expect(daysOf(kept)).toBe(30);

    expect((await readPage(site.origin, '/admin', cookie(kept.cookies[0]))).cookies).toEqual([]);
    await passTime(site.dataDir, 10 * MINUTE);
    const later = await readPage(site.origin, '/admin', cookie(kept.cookies[0]));
    expect(later.cookies.map(cookiePair)).toEqual([cookiePair(kept.cookies[0])]);
    expect(daysOf(later)).toBe(30);
    const stillBrief = await readPage(site.origin, '/admin', cookie(brief.cookies[0]));
    expect(stillBrief).toMatchObject({ status: 200, cookies: [] });

    await passTime(site.dataDir, DAY);
    const ended = await readPage(site.origin, '/admin', cookie(brief.cookies[0]));
    expect({ to: location(ended), cookies: ended.cookies }).toEqual({
      to: '/admin/signin?to=%2Fadmin&after=ended',
      cookies: [],
    });
    expect((await readPage(site.origin, '/admin', cookie(kept.cookies[0]))).status).toBe(200);
  });

  test('is taken away at sign-out, after which its token opens nothing', async ({ site }) => {
    const { cookies } = await sendForm(site.origin, '/admin/signin', { ...ANA });
    const own = { headers: { Cookie: cookiePair(cookies[0]), Origin: site.origin } };
    expect((await readPage(site.origin, '/admin/signout', own)).status).toBe(302);
    expect((await readPage(site.origin, '/admin', own)).status).toBe(200);
    const out = await sendForm(site.origin, '/admin/signout', {}, own);
    expect(out.cookies).toEqual(['meki_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect(location(out)).toBe('/admin/signin?after=signedOut');
    expect(location(await readPage(site.origin, '/admin', own))).toBe('/admin/signin?to=%2Fadmin&after=ended');
  });

  test.describe('on https', () => {
    test.use({ variables: { MEKI_ORIGIN: 'https://meki.example' } });

    test('belongs to this very host and travels encrypted alone, and so does the ticket of a sign-up', async ({
      site,
    }) => {
      const own = { headers: { Origin: 'https://meki.example' } };
      const { cookies } = await sendForm(site.origin, '/admin/signin', { ...ANA }, own);
      expect(cookies[0]).toMatch(/^__Host-meki_session=[A-Za-z0-9_-]{43}; /);
      expect(cookies[0]?.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']);
      expect((await readPage(site.origin, '/admin', cookie(cookies[0]))).status).toBe(200);
      const unprefixed = cookiePair(cookies[0]).replace('__Host-', '');
      expect((await readPage(site.origin, '/admin', { headers: { Cookie: unprefixed } })).status).toBe(302);
      const signUp = await sendForm(
        site.origin,
        '/admin/signup',
        ACCOUNT_FORMS['/admin/signup']?.('zoe@example.org') ?? {},
        own,
      );
      expect(signUp.cookies[0]).toMatch(/^__Host-meki_signup=[A-Za-z0-9_-]{43}; Max-Age=604800; /);
      expect((await readPage(site.origin, '/admin/signin')).headers.get('strict-transport-security')).toMatch(
        /max-age=\d+/,
      );
      const other = { headers: { Origin: 'http://meki.example' } };
      expect((await sendForm(site.origin, '/admin/signin', { ...ANA }, other)).status).toBe(403);
    });
  });

  /** The lifetime of a response's first cookie in whole days. */
  function daysOf({ headers, cookies }: Answer): number {
    const expires = Date.parse(/Expires=([^;]+)/.exec(cookies[0] ?? '')?.[1] ?? '');
    return Math.round((expires - Date.parse(headers.get('date') ?? '')) / DAY);
  }
});

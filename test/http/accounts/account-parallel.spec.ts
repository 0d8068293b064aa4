import { expect, test } from '../../helpers/accounts/account-site-test.ts';
import { MINUTE, passTime, SECOND } from '../../helpers/data-folders/pass-time.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { type Answer, readPage, sendForm } from '../../helpers/requests/send-form.ts';

/** As many as a machine can send. */
const MANY = 200;

/** Ten times as many as are judged. */
const ENOUGH = 50;

// On a busy machine, so many requests at once are too many.
test.use({ expectedErrors: /"kind":"busy"/ });

/** A different code. */
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Sends one form many times concurrently, while a public page is requested repeatedly; all page requests must succeed. */
async function sendAtOnce(
  origin: string,
  path: string,
  fields: { [name: string]: string },
  tries: number,
): Promise<Answer[]> {
  let isDone = false;
  const sent = Promise.all(Array.from({ length: tries }, () => sendForm(origin, path, fields))).finally(() => {
    isDone = true;
  });
  const statuses = new Set<number>();
  do {
    for (const page of ['/admin/signin', '/healthz', '/en/search?q=a'])
      statuses.add((await readPage(origin, page)).status);
  } while (!isDone);
  expect([...statuses]).toEqual([200]);
  return sent;
}

/** Five attempts were checked, all others were told to wait: rate-limited, or too many at once for a busy machine. */
function expectFiveJudged(answers: Answer[], status: number): void {
  const judged = answers.filter((answer) => answer.status === status);
  const waiting = answers.filter((answer) => answer.status === 429 || answer.status === 503);
  expect([judged.length, waiting.length]).toEqual([5, answers.length - 5]);
  expect(waiting.filter(({ headers }) => !(Number(headers.get('retry-after')) > 0))).toEqual([]);
}

test.describe('of many guesses at once', () => {
  test.describe('of a password', () => {
    test.use({ accounts: { people: [ANA] } });

    test('five are judged, pages are answered meanwhile, and after the wait the right one lets in', async ({
      site,
    }) => {
      const signIn = { email: ANA.email, password: ANA.password };
      const guesses = await sendAtOnce(site.origin, '/admin/signin', { ...signIn, password: 'no-es-la-buena' }, MANY);
      expectFiveJudged(guesses, 401);
      expect((await sendForm(site.origin, '/admin/signin', signIn)).status).toBe(429);
      await passTime(site.dataDir, 30 * SECOND);
      expect((await sendForm(site.origin, '/admin/signin', signIn)).status).toBe(303);
    });

    test('of a code for a new one, five are judged, and after the wait another code works', async ({
      site,
      outbox,
    }) => {
      const { email } = ANA;
      const reset = (code: string) => ({ email, code, password: 'montaña vela cobre' });
      await sendForm(site.origin, '/admin/reset', { email });
      const { code } = await outbox.next(email);
      expectFiveJudged(await sendAtOnce(site.origin, '/admin/reset-confirm', reset(otherCode(code)), ENOUGH), 422);
      await passTime(site.dataDir, 30 * SECOND);
      expect((await sendForm(site.origin, '/admin/reset-confirm', reset(code))).status).toBe(410);
      await sendForm(site.origin, '/admin/reset', { email });
      await passTime(site.dataDir, MINUTE);
      const another = await outbox.next(email);
      expect((await sendForm(site.origin, '/admin/reset-confirm', reset(another.code))).status).toBe(303);
    });
  });

  test('of the code of a sign-up, five are judged, and after the wait another code works', async ({ site, outbox }) => {
    const { email } = ANA;
    await sendForm(site.origin, '/admin/signup', { ...ANA });
    const { code } = await outbox.next(email);
    const wrong = { email, code: otherCode(code) };
    expectFiveJudged(await sendAtOnce(site.origin, '/admin/signup-confirm', wrong, ENOUGH), 422);
    await passTime(site.dataDir, 30 * SECOND);
    expect((await sendForm(site.origin, '/admin/signup-confirm', { email, code })).status).toBe(410);
    await sendForm(site.origin, '/admin/signup-confirm', { email, intent: 'resend' });
    await passTime(site.dataDir, MINUTE);
    const another = await outbox.next(email);
    expect((await sendForm(site.origin, '/admin/signup-confirm', { email, code: another.code })).status).toBe(303);
  });
});

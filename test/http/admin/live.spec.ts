import { LIVE_PATHS } from '#core/live/live-protocol.ts';
import { test as base, expect } from '../../helpers/accounts/account-site-test.ts';
import { messageOf, writeMessages } from '../../helpers/data-folders/write-messages.ts';
import { readPage, sendForm } from '../../helpers/requests/send-form.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';

const PASSWORD = 'lámpara río sereno';
const OLGA = { name: 'Olga Paz', email: 'olga@example.org', password: PASSWORD, role: 'owner' as const };
const EVA = { name: 'Eva Ruiz', email: 'eva@example.org', password: PASSWORD, role: 'editor' as const };
const VERA = { name: 'Vera Sol', email: 'vera@example.org', password: PASSWORD, role: 'viewer' as const };

/** A stream that is being read. */
interface Stream {
  status: number;
  headers: Headers;
  /** Everything that has arrived. */
  text(): string;
  isOver(): boolean;
}

const test = base.extend<{ listen: (cookie?: string) => Promise<Stream> }>({
  listen: async ({ site }, use) => {
    const ending = new AbortController();
    await use(async (cookie) => {
      const headers = { origin: site.origin, ...(cookie !== undefined && { cookie }) };
      const options = { method: 'POST', headers, body: '{"targets":[]}', signal: ending.signal };
      const response = await fetch(site.origin + LIVE_PATHS.listen, options);
      let text = '';
      let isOver = false;
      const decoder = new TextDecoder();
      void (async () => {
        for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
      })()
        .catch(() => {})
        .finally(() => {
          isOver = true;
        });
      return { status: response.status, headers: response.headers, text: () => text, isOver: () => isOver };
    });
    ending.abort();
  },
});
test.use({ accounts: { people: [OLGA, EVA, VERA] } });

const END = '{"end":true}\n';

test('a message that a visitor sends is told at once to those who handle the inbox', async ({ site, listen }) => {
  await writeMessages(site.dataDir, { a: messageOf() });
  const stream = await listen(await signInCookie(site.origin, EVA));
  expect(stream.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(stream.headers.get('cache-control')).toBe('private, no-store, no-transform');
  await expect.poll(stream.text).toContain('"topic":"inbox"');
  expect(stream.text()).toContain('"value":{"unread":1}');
  const form = { name: 'Luis', email: 'luis@example.org', message: 'Hola', consent: 'on' };
  // There is no contact page without the sample, but its form is taken.
  await sendForm(site.origin, '/contact', form);
  await expect.poll(stream.text, { intervals: [10] }).toContain('"value":{"unread":2}');
  expect(stream.isOver()).toBe(false);
});

test('whoever is signed out is told to stop, and a viewer hears of no topic, without an error', async ({
  site,
  listen,
}) => {
  for (const cookie of [undefined, 'meki_session=x']) {
    const stream = await listen(cookie);
    expect(stream.status).toBe(200);
    await expect.poll(stream.isOver).toBe(true);
    expect(stream.text()).toBe('{"problem":"ended"}');
  }
  const stream = await listen(await signInCookie(site.origin, VERA));
  await expect.poll(stream.text).toBe('\n');
  await writeMessages(site.dataDir, { b: messageOf() });
  const editor = await listen(await signInCookie(site.origin, EVA));
  await expect.poll(editor.text).toContain('"topic":"inbox"');
  expect(stream.text()).toBe('\n');
  expect(stream.isOver()).toBe(false);
});

test('the calls of the data client are taken from pages of the site only', async ({ site }) => {
  const cookie = await signInCookie(site.origin, EVA);
  const call = (headers: { [name: string]: string }) =>
    fetch(site.origin + LIVE_PATHS.get, {
      method: 'POST',
      headers: { cookie, ...headers },
      body: '{"paths":["messages/a"]}',
    });
  expect((await call({ origin: 'https://example.org' })).status).toBe(403);
  expect((await call({})).status).toBe(403);
  const own = await call({ origin: site.origin });
  expect([own.status, await own.text()]).toEqual([200, '{"documents":[]}']);
});

test('the stream ends with the session, and when the person may no longer listen', async ({ site, listen }) => {
  const owner = await signInCookie(site.origin, OLGA);
  const signedOut = await signInCookie(site.origin, EVA);
  const stream = await listen(signedOut);
  await expect.poll(stream.text).toContain('"unread"');
  await sendForm(site.origin, '/admin/signout', {}, { headers: { cookie: signedOut, origin: site.origin } });
  await expect.poll(stream.isOver).toBe(true);
  expect(stream.text()).toContain(END);

  const demoted = await signInCookie(site.origin, EVA);
  const other = await listen(demoted);
  await expect.poll(other.text).toContain('"unread"');
  const people = await readPage(site.origin, '/admin/people', { headers: { cookie: owner } });
  const id = /name="person" value="([^"]+)"/.exec(people.body.slice(people.body.indexOf('Eva Ruiz')))?.[1];
  const fields = { intent: 'access', person: id ?? '', role: 'viewer' };
  const done = await sendForm(site.origin, '/admin/people', fields, {
    headers: { cookie: owner, origin: site.origin },
  });
  expect(done.status).toBe(303);
  await expect.poll(other.isOver).toBe(true);
  const again = await listen(demoted);
  await expect.poll(again.text).toBe('\n');
});

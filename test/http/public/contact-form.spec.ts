import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MAX_MESSAGE_LENGTH } from '#core/inbox/messages-collection.ts';
import { HOSTILE_BODIES } from '../../helpers/access/hostile-bodies.ts';
import { test as base, expect } from '../../helpers/accounts/account-site-test.ts';
import { openStore, type StoreContents } from '../../helpers/data-folders/store-reader.ts';
import { HAS_SAMPLE, NO_SAMPLE } from '../../helpers/has-sample.ts';
import { type Answer, readPage, sendBody, sendForm } from '../../helpers/requests/send-form.ts';
import { fillFolder } from '../../helpers/servers/prepared-folder.ts';
import { test as plainTest } from '../../helpers/servers/served-test.ts';

const PASSWORD = 'lámpara río sereno';
const person = (name: string, role: 'editor' | 'owner' | 'viewer') => ({
  name,
  email: `${name}@example.org`,
  password: PASSWORD,
  role,
});

const test = base.extend<{ kept: (collection: string) => Promise<StoreContents> }>({
  kept: async ({ site }, use) => {
    const store = await openStore(site.dataDir);
    await use(async (collection) =>
      Object.fromEntries(Object.entries(await store.read()).filter(([path]) => path.startsWith(`${collection}/`))),
    );
    await store.close();
  },
});
test.use({
  accounts: { people: [person('olga', 'owner'), person('eva', 'editor'), person('vera', 'viewer')] },
  hasSample: true,
  variables: { MEKI_TRUSTED_PROXIES: '1' },
});

const MESSAGE = { name: 'Luis Ortega', email: 'luis@example.org', message: '¿Abren mañana?\nGracias', consent: 'on' };

let networks = 0;
/** Headers of a client from a network of its own. */
const elsewhere = () => ({ 'X-Forwarded-For': `2001:db8:${(++networks).toString(16)}::1` });

/** The control with a name, as markup. */
const controlOf = ({ body }: Answer, name: string) =>
  new RegExp(`<(?:input|textarea)[^>]* name="${name}"[^>]*>`).exec(body)?.[0] ?? '';

test('a form that may be sent is stored', async ({ site, outbox, kept }) => {
  const seen = new Set<string>();
  /** The messages since the last call. */
  const arrived = async () => {
    const messages = Object.entries(await kept('messages')).filter(([path]) => !seen.has(path));
    for (const [path] of messages) seen.add(path);
    return messages.map(([, text]) => JSON.parse(text));
  };

  await test.step('who fills in the hidden field is thanked, and the message is kept as spam without a mail', async () => {
    const page = await readPage(site.origin, '/contact', { headers: elsewhere() });
    expect(page.body).toMatch(/<div hidden=""><label for="website">/);
    const sent = await sendForm(
      site.origin,
      '/contact',
      { ...MESSAGE, message: 'Compre hoy', website: 'https://buy.example' },
      {
        headers: elsewhere(),
      },
    );
    expect(sent.status).toBe(303);
    expect((await arrived()).map(({ folder }) => folder)).toEqual(['spam']);
    expect(Object.keys(await kept('mail-queue'))).toEqual([]);
    expect(await outbox.waiting('olga@example.org')).toEqual([]);
  });

  await test.step('a message is stored, mailed to those who look after the inbox, and thanked for', async () => {
    const sent = await sendForm(site.origin, '/contact', MESSAGE, { headers: { Origin: site.origin } });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/contact?sent=1#sent']);
    expect(sent.cookies).toEqual([]);
    const { name, email } = MESSAGE;
    expect(await arrived()).toMatchObject([
      { name, email, text: MESSAGE.message, language: 'es', unread: true, folder: 'inbox' },
    ]);
    for (const to of ['olga@example.org', 'eva@example.org']) {
      const { source } = await outbox.next(to);
      expect(source).toMatch(/\r\nSubject: Mensaje de Luis Ortega\r\n/i);
      expect(source).toContain('\r\nReply-To: luis@example.org\r\n');
    }
    expect(await outbox.waiting('vera@example.org')).toEqual([]);
    const thanks = await readPage(site.origin, '/contact?sent=1');
    expect(thanks.body).toContain('Gracias, recibimos su mensaje');
    expect(thanks.body).toMatch(/<meta name="robots" content="noindex/);
    expect(thanks.body).not.toContain('<form');
    const english = await sendForm(site.origin, '/en/contact', { ...MESSAGE, message: 'Hello' });
    expect([english.status, english.headers.get('location')]).toEqual([303, '/en/contact?sent=1#sent']);
    expect((await readPage(site.origin, '/en/contact?sent=1')).body).toContain('Thank you, we have your message');
  });

  await test.step('a message of the greatest length arrives whole, counting a line break as one character', async () => {
    const message = `${'ñ'.repeat(MAX_MESSAGE_LENGTH - 3)}\r\n…!`;
    await arrived();
    const sent = await sendForm(site.origin, '/contact', { ...MESSAGE, message }, { headers: elsewhere() });
    expect(sent.status).toBe(303);
    expect((await arrived()).map(({ text }) => text)).toEqual([message.replace('\r', '')]);
  });

  await test.step('a network may send five messages an hour, and is told when it may send again', async () => {
    const headers = elsewhere();
    for (let count = 1; count <= 5; count++) {
      const sent = await sendForm(site.origin, '/contact', { ...MESSAGE, message: `n.º ${count}` }, { headers });
      expect(sent.status).toBe(303);
    }
    const refused = await sendForm(site.origin, '/contact', MESSAGE, { headers });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
    expect(refused.body).toMatch(/role="alert"[^>]*>Ya se enviaron varios mensajes desde su red\. Espere 12 minutos/);
    expect(controlOf(refused, 'name')).toContain('value="Luis Ortega"');
    expect(await arrived()).toHaveLength(5);
  });
});

test('a form that may not be sent is not stored', async ({ site, kept }) => {
  await test.step('a form that lacks something comes back with what was typed, and what is wrong beside each field', async () => {
    const page = await readPage(site.origin, '/en/contact', { headers: elsewhere() });
    for (const name of Object.keys(MESSAGE)) expect(controlOf(page, name)).not.toContain('aria-invalid=');
    const lacking = { name: ' ', email: 'luis@', message: 'Hello "there" <b>' };
    const answer = await sendForm(site.origin, '/en/contact', lacking, { headers: elsewhere() });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([422, 'private, no-store']);
    for (const [name, problem] of [
      ['name', 'Enter your name.'],
      ['email', 'Enter a complete email address, such as name@example.com.'],
      ['consent', 'Tick this box: without your consent we can’t take the message.'],
    ] as const) {
      expect(controlOf(answer, name)).toMatch(/aria-invalid="true"/);
      expect(controlOf(answer, name)).toContain(`aria-describedby="${name}-error"`);
      expect(answer.body).toMatch(new RegExp(`id="${name}-error"[^>]*>${problem}`));
    }
    expect(controlOf(answer, 'name')).toMatch(/autofocus/i);
    expect(controlOf(answer, 'email')).toContain('value="luis@"');
    expect(controlOf(answer, 'message')).not.toContain('aria-invalid=');
    expect(answer.body).toContain('>Hello &quot;there&quot; &lt;b&gt;</textarea>');
    expect(answer.body).toMatch(/role="alert"[^>]*>Your message hasn’t been sent yet/);

    const long = { ...MESSAGE, message: 'x'.repeat(MAX_MESSAGE_LENGTH + 1) };
    const tooLong = await sendForm(site.origin, '/contact', long, { headers: elsewhere() });
    expect(tooLong.status).toBe(422);
    expect(tooLong.body).toContain('El mensaje tiene 5,001 caracteres. Acórtelo a 5,000 como máximo.');
    expect(tooLong.body).toContain(`>${long.message}</textarea>`);
    expect(controlOf(tooLong, 'consent')).toMatch(/checked/i);
    expect(await kept('messages')).toEqual({});
  });

  await test.step('bodies that the page does not send change nothing, and nor do other sites and other methods', async () => {
    for (const [kind, make] of Object.entries(HOSTILE_BODIES)) {
      const { type, content } = make(MESSAGE);
      const response = await fetch(`${site.origin}/contact`, {
        method: 'POST',
        headers: { 'Content-Type': type, Origin: site.origin },
        body: content,
        redirect: 'manual',
      } as RequestInit);
      expect(response.status, kind).toBeGreaterThanOrEqual(400);
      expect(response.status, kind).toBeLessThan(500);
      expect(response.headers.get('cache-control'), kind).toBe('private, no-store');
      expect(await response.text(), kind).not.toContain('    at ');
    }
    const evil = await sendForm(site.origin, '/contact', MESSAGE, { headers: { Origin: 'https://evil.example' } });
    expect(evil.status).toBe(403);
    const put = await sendForm(site.origin, '/contact', MESSAGE, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    for (const path of ['/faq', '/contact.data', '/contact/x', '/contact/_payload.json', '/en']) {
      expect((await sendForm(site.origin, path, MESSAGE)).status, path).toBe(405);
    }
    expect((await sendBody(site.origin, '/contact', 'x'.repeat(300_000))).status).toBe(415);
    expect(await kept('messages')).toEqual({});
  });

  await test.step('a form that comes back within a blink is kept for the sender, who sends it again', async () => {
    const headers = elsewhere();
    for (const path of ['/contact', '/es/contact', '/en/contact', '/contact/_payload.json']) {
      expect((await readPage(site.origin, path, { headers })).status).toBe(200);
    }
    const quick = await sendForm(site.origin, '/contact', MESSAGE, { headers });
    expect(quick.status).toBe(422);
    expect(quick.body).toMatch(/role="alert"[^>]* autofocus[^>]*>El formulario llegó tan rápido/i);
    expect(controlOf(quick, 'email')).toContain('value="luis@example.org"');
    expect(await kept('messages')).toEqual({});
    await expect.poll(async () => (await sendForm(site.origin, '/contact', MESSAGE, { headers })).status).toBe(303);
    expect(Object.keys(await kept('messages'))).toHaveLength(1);
  });
});

plainTest(
  'with the mail server down a message is stored and its mail waits; one that cannot be stored is shown again',
  async ({ host }) => {
    plainTest.skip(!HAS_SAMPLE, NO_SAMPLE);
    const site = await host.startSite({ MEKI_SMTP_URL: 'smtp://127.0.0.1:1', MEKI_SAMPLE: 'true' }, (dataDir) =>
      fillFolder(dataDir, { hasSample: true, people: [person('olga', 'owner')] }),
    );
    const store = await openStore(site.dataDir);
    const queued = async () =>
      Object.entries(await store.read()).flatMap(([path, text]) =>
        path.startsWith('mail-queue/') ? [JSON.parse(text)] : [],
      );
    try {
      expect((await sendForm(site.origin, '/contact', MESSAGE)).status).toBe(303);
      expect(Object.keys(await store.read()).filter((path) => path.startsWith('messages/'))).toHaveLength(1);
      await expect.poll(async () => (await queued())[0]?.attempts).toBeGreaterThan(1);
      expect(await queued()).toMatchObject([{ mail: { kind: 'contact-message', to: 'olga@example.org' } }]);
      // The log arrives after the document.
      await expect.poll(() => site.errors.join('\n')).toContain('Mail cannot be sent now; retrying later');
      expect(site.errors.join('\n')).not.toMatch(/Luis|mañana/);

      // A form that cannot be stored is shown again, with what was typed.
      // The server may be writing, such as another attempt at the mail.
      const other = new DatabaseSync(join(site.dataDir, 'meki.sqlite'), { timeout: 10_000 });
      other.exec('BEGIN IMMEDIATE');
      const second = { ...MESSAGE, message: 'Otra pregunta' };
      const refused = await sendForm(site.origin, '/contact', second);
      other.exec('COMMIT');
      other.close();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      expect(refused.body).toMatch(
        /role="alert"[^>]*>Por ahora no podemos guardar su mensaje\. Lo que escribió sigue aquí/,
      );
      expect(refused.body).toContain('>Otra pregunta</textarea>');
      expect((await sendForm(site.origin, '/contact', second)).status).toBe(303);
    } finally {
      await store.close();
      await site.stop();
    }
  },
);

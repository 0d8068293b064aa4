import { test as base, expect } from '../../helpers/accounts/account-site-test.ts';
import { openStore } from '../../helpers/data-folders/store-reader.ts';
import { messageOf, writeMessages } from '../../helpers/data-folders/write-messages.ts';
import { readPage, sendForm } from '../../helpers/requests/send-form.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';

const EVA = { name: 'Eva Ruiz', email: 'eva@example.org', password: 'lámpara río sereno' };
const OLGA = { name: 'Olga Paz', email: 'olga@example.org', password: 'lámpara río sereno' };

interface Inbox {
  get(path: string): Promise<{ status: number; headers: Headers; body: string }>;
  post(path: string, fields: { [name: string]: string }): Promise<{ status: number; to: string | null; body: string }>;
  /** A stored document; `undefined` if there is none. */
  read(path: string): Promise<{ [name: string]: unknown } | undefined>;
  /** The actions in the audit log, without those of sessions. */
  actions(): Promise<string[]>;
  idOf(name: string): Promise<string>;
}

/** The inbox of an editor, without script. */
const test = base.extend<{ inbox: Inbox }>({
  inbox: async ({ site }, use) => {
    const store = await openStore(site.dataDir);
    await writeMessages(site.dataDir, {
      a: messageOf(),
      b: messageOf({ at: Date.UTC(2026, 10, 21), name: '=Ana "A"', text: 'Otra cosa', unread: false }),
      c: messageOf({ at: Date.UTC(2026, 10, 22), name: 'Bot', folder: 'spam' }),
    });
    const cookie = await signInCookie(site.origin, EVA);
    const headers = { Cookie: cookie, Origin: site.origin };
    const parse = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text));
    await use({
      get: (path) => readPage(site.origin, path, { headers }),
      async post(path, fields) {
        const answer = await sendForm(site.origin, path, fields, { headers });
        return { status: answer.status, to: answer.headers.get('location'), body: answer.body };
      },
      read: async (path) => parse((await store.read())[path]),
      async actions() {
        const entries = Object.entries(await store.read()).filter(([path]) => path.startsWith('audit-log/'));
        return entries.map(([, text]) => JSON.parse(text).action).filter((action) => !/^session|^account/.test(action));
      },
      async idOf(name) {
        const users = Object.entries(await store.read()).filter(([path]) => path.startsWith('users/'));
        return users.find(([, text]) => JSON.parse(text).name === name)?.[0].slice('users/'.length) ?? '';
      },
    });
    await store.close();
  },
});
test.use({
  accounts: {
    people: [
      { ...OLGA, role: 'owner' },
      { ...EVA, role: 'editor' },
    ],
  },
});

test('the lists show the messages that they are for, and the navigation how many are unread', async ({ inbox }) => {
  const all = await inbox.get('/admin/inbox');
  expect(all.status).toBe(200);
  expect(all.body.indexOf('>=Ana &quot;A&quot;<')).toBeLessThan(all.body.indexOf('>Luis Ortega<'));
  expect(all.body).not.toContain('>Bot<');
  expect(all.body).toMatch(/>Buzón<\/span><span[^>]*>1<\/span>/);
  const unread = await inbox.get('/en/admin/inbox?view=unread');
  expect(unread.body).toContain('>Luis Ortega<');
  expect(unread.body).not.toContain('>=Ana');
  expect((await inbox.get('/admin/inbox?view=mine')).body).toContain('No tiene mensajes a su cargo.');
  expect((await inbox.get('/admin/inbox?view=spam')).body).toContain('>Bot<');
  expect((await inbox.get('/admin/inbox?q=METFORMINA')).body).toContain('>Luis Ortega<');
  expect((await inbox.get('/admin/inbox?q=nada')).body).toContain('Ningún mensaje tiene todas esas palabras.');
});

test('a message is read without being marked by its address alone, and answered in the person’s own mail program', async ({
  inbox,
}) => {
  const page = await inbox.get('/en/admin/inbox/a');
  expect(page.body).toContain('Message from Luis Ortega');
  expect(page.body).toContain('¿Debo suspender la metformina?\nGracias');
  expect(page.body).toMatch(
    /href="mailto:luis@example\.org\?subject=Re%3A%20su%20mensaje%20a%20Meki%20Imagen&amp;body=/,
  );
  expect(await inbox.read('messages/a')).toMatchObject({ unread: true });
  expect((await inbox.get('/admin/inbox/gone')).status).toBe(404);
});

test('what is done with a message is stored and told', async ({ inbox }) => {
  for (const [fields, to, stored] of [
    [{ intent: 'read' }, '/admin/inbox/a?notice=read', { unread: false }],
    [{ intent: 'unread' }, '/admin/inbox?notice=unread', { unread: true }],
    [{ intent: 'spam' }, '/admin/inbox/a?notice=spam', { folder: 'spam' }],
    [{ intent: 'inbox' }, '/admin/inbox/a?notice=inbox', { folder: 'inbox' }],
    [{ intent: 'note', note: 'Le llamé\r\nhoy', seen: '' }, '/admin/inbox/a?notice=noted', { note: 'Le llamé\nhoy' }],
  ] as const) {
    expect(await inbox.post('/admin/inbox/a', fields)).toMatchObject({ status: 303, to });
    expect(await inbox.read('messages/a')).toMatchObject(stored);
    expect((await inbox.get(to)).body).toMatch(/role="status"[^>]*data-takes-focus/);
  }
  const eva = await inbox.idOf('Eva Ruiz');
  expect(await inbox.post('/admin/inbox/a', { intent: 'assign', person: eva })).toMatchObject({
    to: '/admin/inbox/a?notice=assigned',
  });
  expect((await inbox.get('/admin/inbox?view=mine')).body).toContain('A cargo de Eva Ruiz');
  expect(await inbox.post('/admin/inbox/a', { intent: 'assign', person: '' })).toMatchObject({
    to: '/admin/inbox/a?notice=unassigned',
  });
  expect((await inbox.actions()).sort()).toEqual(['message.assigned', 'message.unassigned']);
});

test('a note is not written over one that the person has not seen, and what was typed stays', async ({ inbox }) => {
  await inbox.post('/admin/inbox/a', { intent: 'note', note: 'Primera', seen: '' });
  const refused = await inbox.post('/admin/inbox/a', { intent: 'note', note: 'Segunda', seen: '' });
  expect(refused.status).toBe(409);
  expect(refused.body).toContain('Ahora dice: «Primera».');
  expect(refused.body).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*>Segunda<\/textarea>/);
  expect(refused.body).toContain('name="seen" value="Primera"');
  expect((await inbox.post('/admin/inbox/a', { intent: 'note', note: 'Ambas', seen: 'Primera' })).status).toBe(303);
  const long = await inbox.post('/admin/inbox/a', { intent: 'note', note: 'x'.repeat(2_001), seen: 'Ambas' });
  expect(long.status).toBe(422);
  expect(await inbox.post('/admin/inbox/a', { intent: 'assign', person: 'nobody' })).toMatchObject({ status: 422 });
});

test('a message is deleted after a question, which works without script', async ({ inbox }) => {
  const asked = await inbox.post('/admin/inbox/a', { intent: 'delete' });
  expect(asked).toMatchObject({ status: 303, to: '/admin/inbox/a?ask=' });
  expect((await inbox.get('/admin/inbox/a?ask=')).body).toContain('¿Eliminar este mensaje?');
  expect(await inbox.read('messages/a')).toBeDefined();
  const done = await inbox.post('/admin/inbox/a', { intent: 'delete', confirmed: 'yes' });
  expect(done).toMatchObject({ status: 303, to: '/admin/inbox?notice=deleted' });
  expect(await inbox.read('messages/a')).toBeUndefined();
  expect((await inbox.post('/admin/inbox/a', { intent: 'read' })).status).toBe(404);
  expect(await inbox.actions()).toEqual(['message.deleted']);
});

test('a list is exported as a file that a spreadsheet opens, or for programs', async ({ inbox }) => {
  const csv = await inbox.get('/admin/inbox/export?format=csv');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="messages-\d{4}-\d\d-\d\d\.csv"$/);
  expect(csv.body).toContain(`"'=Ana ""A"""`);
  expect(csv.body).not.toContain('Bot');
  const json = await inbox.get('/en/admin/inbox/export?format=json&q=metformina');
  expect(JSON.parse(json.body)).toMatchObject([{ name: 'Luis Ortega', unread: true }]);
  expect((await inbox.get('/admin/inbox/export?format=xml')).status).toBe(404);
  expect(await inbox.actions()).toEqual(['message.exported', 'message.exported']);
});

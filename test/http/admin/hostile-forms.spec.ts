import { readAdminRoutes } from '../../helpers/access/admin-routes.ts';
import { asParts, HOSTILE_BODIES } from '../../helpers/access/hostile-bodies.ts';
import type { Fields, VisitorName } from '../../helpers/access/team.ts';
import { expect, test } from '../../helpers/access/team-test.ts';
import { spread } from '../../helpers/spread.ts';

const ACCOUNT = { email: 'new@example.org', password: 'montaña vela cobre', name: 'Zoe', code: '123456' };

/** A valid form for each page, and who may send it. A page with an action that is missing here fails the test. */
const FORMS: { [path: string]: [who: VisitorName, fields: Fields] } = {
  '/admin/signin': ['nobody', { email: 'owner@example.org', password: 'lámpara río sereno' }],
  '/admin/signup': ['nobody', { name: ACCOUNT.name, email: ACCOUNT.email, password: ACCOUNT.password }],
  '/admin/signup-confirm': ['nobody', { email: ACCOUNT.email, code: ACCOUNT.code }],
  '/admin/reset': ['nobody', { email: 'owner@example.org' }],
  '/admin/reset-confirm': ['nobody', { email: ACCOUNT.email, code: ACCOUNT.code, password: ACCOUNT.password }],
  '/admin/account': ['viewer', { intent: 'profile', name: 'Otro', language: 'en' }],
  '/admin/inbox/:id': ['editor', { intent: 'note', note: 'Llamarle', seen: '' }],
  '/admin/people': ['owner', { intent: 'invite', email: ACCOUNT.email, role: 'viewer' }],
  '/admin/replace': ['author', { words: 'ayuno', replacement: 'x', place: 'x/es/y' }],
  '/admin/replace/run': ['author', { words: 'ayuno', replacement: 'x', place: 'x/es/y' }],
  '/admin/settings': ['owner', { fullDays: '365' }],
  '/admin/settings/icons': ['owner', { for: 'types:news', icon: 'lucide:heart' }],
  '/admin/site': ['editor', { type: 'site-identity' }],
  '/admin/topics': ['editor', { name: 'Otro tema' }],
  '/admin/topics/:id': ['editor', { into: '' }],
  '/admin/topics/:id/run': ['editor', { into: '' }],
  '/admin/items/:type/:id/place': ['editor', { parent: 'about' }],
  '/admin/items/:type': ['author', { intent: 'create', title: 'Un título', language: 'es' }],
  '/admin/item-actions/:type': ['author', { intent: 'create', title: 'Un título', language: 'es' }],
  '/admin/items/:type/:id/publish': ['editor', { intent: 'share', languages: 'es', days: '7' }],
  '/admin/items/:type/:id/publish/panel': ['editor', { intent: 'share', languages: 'es', days: '7' }],
  '/admin/items/:type/:id/revisions': ['editor', { intent: 'save', name: 'Una versión' }],
  '/admin/editor/pictures': ['author', { file: 'x' }],
  '/admin/files': ['editor', { intent: 'tag', file: 'a'.repeat(32), tag: 'x' }],
  '/admin/files/:id': ['editor', { intent: 'describe', title: 'x', language: 'es' }],
  '/admin/files/:id/replace': ['editor', { file: 'x', version: '1', language: '' }],
  '/admin/files/send': ['author', { upload: 'x' }],
  '/admin/files/upload': ['author', { file: 'x' }],
};

/** Ignores its body. */
const READS_NOTHING = '/admin/signout';

const routes = readAdminRoutes().filter(({ path, hasAction }) => hasAction && path !== READS_NOTHING);

test('who may not send a picture is told before it is read', async ({ team }) => {
  for (const [who, status] of [
    ['viewer', 403],
    ['nobody', 302],
  ] as const) {
    // An endless body.
    let pieces = 0;
    const content = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        if (pieces++ === 0) controller.enqueue(new Uint8Array(1_000));
      },
    });
    const type = 'multipart/form-data; boundary=x';
    const answer = await team.visitors[who].send('/admin/editor/pictures', { type, content });
    expect(answer.status, who).toBe(status);
  }
});

test('every page with a form is walked', () => {
  expect(routes.map(({ path }) => path).sort()).toEqual(Object.keys(FORMS).sort());
});

for (const [turn, { path, forms }] of routes.entries()) {
  const [address = ''] = forms;
  const [who, fields] = FORMS[path] ?? ['nobody', {}];

  test(`${path} refuses every body that its page does not send, and changes nothing`, async ({ team }) => {
    const before = await team.store.read('audit-log');
    const faults: string[] = [];
    // A page and its data have the same action: they take turns.
    for (const [[kind, make], to] of spread(Object.entries(HOSTILE_BODIES), [address, `${address}.data`], turn)) {
      const answer = await team.visitors[who].send(to, make(fields));
      const caching = answer.headers.get('cache-control');
      if (answer.status < 400 || answer.status >= 500) faults.push(`${kind} at ${to}: ${answer.status}`);
      if (caching !== 'private, no-store') faults.push(`${kind} at ${to}: ${caching}`);
      if ((await answer.text()).includes('    at ')) faults.push(`${kind} at ${to} shows a stack`);
    }
    expect(faults).toEqual([]);
    expect(await team.store.read('audit-log')).toEqual(before);
  });
}

for (const path of ['/admin/signin', '/en/admin/signup', '/admin/reset']) {
  test(`${path} shows its page again, with what was typed and what to do`, async ({ team }) => {
    for (const extra of [
      'email[4294967294]=1',
      '__intent__={',
      '__state__={',
      'email.toString=1',
      `a${'.b'.repeat(8_000)}=1`,
    ]) {
      const content = `email=someone%40example.org&name=Ana&password=p4ssw0rd-typed&${extra}`;
      const answer = await team.visitors.nobody.send(path, { type: 'application/x-www-form-urlencoded', content });
      expect(answer.status).toBe(422);
      const page = await answer.text();
      expect(page).toContain('value="someone@example.org"');
      expect(page).not.toContain('p4ssw0rd-typed');
      expect(page).toContain(path.startsWith('/en') ? 'Reload the page' : 'Vuelva a cargar la página');
    }
  });
}

test('the same forms are done as a browser sends them, in parts too, with a field that an extension added', async ({
  team,
}) => {
  for (const path of ['/admin/account', '/admin/items/articles', '/admin/signin']) {
    const [who, fields] = FORMS[path.replace('articles', ':type')] ?? ['nobody', {}];
    expect((await team.visitors[who].post(path, { ...fields, 'added-by-extension': 'x' })).status, path).toBe(303);
    expect((await team.visitors[who].send(path, asParts(fields))).status, path).toBe(303);
  }
});

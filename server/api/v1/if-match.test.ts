import { describe, expect, test } from 'vitest';
import { createApiNotice } from '../../../test/helpers/api/create-api-notice.ts';

describe('If-Match', () => {
  const writes: [method: string, path: string, body: unknown][] = [
    ['PATCH', '/items/one', { tags: ['x'] }],
    ['PATCH', '/items/one/es', { title: 'X' }],
    ['PUT', '/items/one/es', { title: 'X' }],
    ['POST', '/items/one/publish', { languages: ['es'] }],
    ['POST', '/items/one/unpublish', { languages: ['es'] }],
    ['POST', '/items/one/schedule', { languages: ['es'], publishAt: '2100-01-01T00:00:00Z' }],
    ['POST', '/items/one/minor-edit', {}],
    ['POST', '/items/one/en/mark-current', { units: ['title'] }],
    ['POST', '/items/one/restore', { languages: ['es'], revision: 1 }],
    ['DELETE', '/items/one', undefined],
  ];

  test.each(writes)('%s %s with another version changes nothing', async (method, path, body) => {
    const { editor, read } = await createApiNotice();
    const before = await read();
    for (const condition of ['"1"', 'W/"0", "99999"', 'nonsense']) {
      const reply = await editor.send(method, path, body, { 'if-match': condition });
      expect([reply.status, reply.body.code]).toEqual([412, 'version-changed']);
      expect(reply.headers.get('etag')).toBe(`"${before.version}"`);
    }
    expect(await read()).toEqual(before);
  });

  test('lets the version pass that the program knows, and any for *', async () => {
    const { editor, read } = await createApiNotice();
    const { version } = await read();
    const changed = await editor.send('PATCH', '/items/one/es', { title: 'X' }, { 'if-match': `"${version}"` });
    expect(changed.status).toBe(200);
    expect((await editor.send('PATCH', '/items/one/es', { title: 'Y' }, { 'if-match': `"${version}"` })).status).toBe(
      412,
    );
    expect((await editor.send('PATCH', '/items/one/es', { title: 'Y' }, { 'if-match': '*' })).status).toBe(200);
    expect(
      (await editor.send('PUT', '/items/one/es', { title: 'Z' }, { 'if-match': changed.headers.get('etag') ?? '' }))
        .status,
    ).toBe(412);
  });

  test('of many writes at once that know the same version, one passes', async () => {
    const { editor, read } = await createApiNotice();
    const { version } = await read();
    const titles = Array.from({ length: 8 }, (_, index) => `Título ${index}`);
    const replies = await Promise.all(
      titles.map((title) => editor.send('PATCH', '/items/one/es', { title }, { 'if-match': `"${version}"` })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
    const winner = titles[replies.findIndex(({ status }) => status === 200)];
    expect((await read()).languages.es.title).toBe(winner);
  });

  test.each([
    ['/items/one', { tags: ['x'] }],
    ['/items/one/es', { title: 'X' }],
  ])('holds for %s also against what happens while the change is judged', async (path, change) => {
    const { editor, read, drafts } = await createApiNotice();
    const { version } = await read();
    const { settle } = drafts;
    drafts.settle = async (id) => {
      drafts.settle = settle;
      const settled = await settle(id);
      await drafts.changeShared('one', { tags: ['a'] }, { id: 'eva', name: 'Eva' });
      return settled;
    };
    const reply = await editor.send('PATCH', path, change, { 'if-match': `"${version}"` });
    expect([reply.status, reply.body.code]).toEqual([412, 'version-changed']);
    expect(await read()).toMatchObject({ tags: ['a'], languages: { es: { title: 'Uno' } } });
  });

  test('lets a weak tag pass, as a proxy makes it that compresses', async () => {
    const { editor, read } = await createApiNotice();
    const { version } = await read();
    const reply = await editor.send('PATCH', '/items/one/es', { title: 'X' }, { 'if-match': `W/"${version}"` });
    expect(reply.status).toBe(200);
  });

  test('sees what somebody typed a moment ago', async () => {
    const { editor, read, open, signIn } = await createApiNotice();
    const { version } = await read();
    const eva = await signIn('Eva', { role: 'editor' });
    const client = open('item/one/es', eva);
    await expect.poll(client.isSaved).toBe(true);
    client.doc.getText('title').insert(0, 'Recién ');
    await expect.poll(client.isSaved).toBe(true);
    const reply = await editor.send('PATCH', '/items/one/es', { summary: 'x' }, { 'if-match': `"${version}"` });
    expect(reply.status).toBe(412);
    expect((await read()).languages.es.title).toBe('Recién Uno');
  });
});

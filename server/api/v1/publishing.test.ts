import { describe, expect, test } from 'vitest';
import { createApiNotice } from '../../../test/helpers/api/create-api-notice.ts';

describe('publishing', () => {
  test('makes both languages public in one action, and takes them back', async () => {
    const { perform, published, store } = await createApiNotice();
    const { status, body, headers } = await perform('publish', { languages: ['es', 'en'] });
    expect([status, headers.get('etag')]).toEqual([200, `"${body.version}"`]);
    expect(body.languages).toMatchObject({
      es: { state: 'published', revision: 1, publishedSlug: 'uno', url: 'https://example.org/notice-es/uno' },
      en: { state: 'published', revision: 1, url: 'https://example.org/en/notice-en/one' },
    });
    expect(await published()).toEqual(['publications/en:notice:one', 'publications/es:notice:uno']);
    const versions = (await store.runQuery({ collection: 'publications' })).map(({ version }) => version);
    expect(new Set(versions).size).toBe(1);
    const gone = await perform('unpublish', { languages: ['en'] });
    expect(gone.body.languages.en).toMatchObject({ state: 'draft' });
    expect(await published()).toEqual(['publications/es:notice:uno']);
  });

  test('a page is moved below another one, and tells its place and its address', async () => {
    const { editor } = await createApiNotice();
    for (const id of ['servicios', 'ninos']) {
      const es = { title: id, slug: id, summary: 'S', body: { markdown: 'Texto.' }, seo: { description: 'D' } };
      await editor.send('POST', '/items', { id, type: 'pages', sourceLanguage: 'es', languages: { es } });
      expect((await editor.send('POST', `/items/${id}/publish`, { languages: ['es'] })).status).toBe(200);
    }
    const moved = await editor.send('POST', '/items/ninos/move', { parent: 'servicios' });
    expect(moved).toMatchObject({ status: 200, body: { parent: 'servicios', position: 1 } });
    expect((await editor.get('/items/ninos')).body.languages.es.url).toBe('https://example.org/servicios/ninos');
    const loop = await editor.send('POST', '/items/servicios/move', { parent: 'ninos' });
    expect([loop.status, loop.body.code]).toEqual([409, 'conflict']);
    const top = await editor.send('POST', '/items/ninos/move', { parent: null });
    expect(top.body).not.toHaveProperty('parent');
    expect(top.body.languages.es.url).toBe('https://example.org/ninos');
  });

  test('publishes none where one has an error, and says what and where', async () => {
    const { perform, editor, published } = await createApiNotice();
    await editor.send('PATCH', '/items/one/en', { body: { markdown: 'See [this](item:nothing).\n\n#### Deep' } });
    const { status, body } = await perform('publish', { languages: ['es', 'en'] });
    expect([status, body.code]).toEqual([422, 'checks-failed']);
    expect(body.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 'link-broken',
          severity: 'error',
          pointer: '/languages/en/body',
          target: 'nothing',
          block: expect.any(String),
        }),
        expect.objectContaining({ code: 'heading-skips', pointer: '/languages/en/body' }),
      ]),
    );
    expect(await published()).toEqual([]);
  });

  test('warnings block only a program that asks for that', async () => {
    const { perform, editor, published } = await createApiNotice();
    await editor.send('PATCH', '/items/one/es', { body: { markdown: 'Primero y más.' } });
    const strict = await perform('publish', { languages: ['en'], strict: true });
    expect([strict.status, strict.body.errors.map(({ code }: { code: string }) => code)]).toEqual([
      422,
      ['translation-stale'],
    ]);
    expect(await published()).toEqual([]);
    expect((await perform('publish', { languages: ['en'] })).status).toBe(200);
  });

  test('a slug that another item has is an error', async () => {
    const { perform, editor } = await createApiNotice();
    await perform('publish', { languages: ['es'] });
    const other = { id: 'two', type: 'notice', sourceLanguage: 'es', languages: { es: { title: 'Dos', slug: 'uno' } } };
    await editor.send('POST', '/items', other);
    const { status, body } = await editor.send('POST', '/items/two/publish', { languages: ['es'] });
    expect([status, body.errors[0]]).toMatchObject([
      422,
      {
        code: 'slug-taken',
        pointer: '/languages/es/slug',
        target: 'one',
        detail: 'another item stands at this address: "Uno" (/admin/items/notice/one)',
      },
    ]);
  });

  test('two items whose drafts have the slugs of each other are refused, one by one and together', async () => {
    const { perform, editor } = await createApiNotice();
    const languages = ['es'];
    const text = { slug: 'dos', body: { markdown: 'Otro.' } };
    const other = { id: 'two', type: 'notice', sourceLanguage: 'es', languages: { es: { title: 'Dos', ...text } } };
    await editor.send('POST', '/items', other);
    await perform('publish', { languages });
    await editor.send('POST', '/items/two/publish', { languages });
    await editor.send('PATCH', '/items/one/es', { slug: 'dos' });
    await editor.send('PATCH', '/items/two/es', { slug: 'uno' });
    const alone = await perform('publish', { languages });
    expect([alone.status, alone.body.errors[0]]).toMatchObject([422, { code: 'slug-taken', target: 'two' }]);
    const together = await perform('publish', { languages, together: [{ id: 'two', languages }] });
    expect([together.status, together.body.errors]).toMatchObject([
      422,
      [{ pointer: '/together', code: 'unknown-member' }],
    ]);
  });

  test('a language is named once, and no more of them than the site has', async () => {
    const { perform, published } = await createApiNotice();
    const twice = ['en', 'en'];
    const at = '2099-01-01T00:00:00Z';
    for (const [name, body, pointer] of [
      ['publish', { languages: twice }, '/languages'],
      ['unpublish', { languages: twice }, '/languages'],
      ['schedule', { languages: twice, publishAt: at }, '/languages'],
      ['schedule', { languages: twice, unpublishAt: at }, '/languages'],
      ['schedule', { languages: twice, cancel: true }, '/languages'],
      ['restore', { languages: twice, revision: 1 }, '/languages'],
      ['restore', { languages: twice, savedVersion: 'x' }, '/languages'],
    ] as const) {
      const { status, body: answer } = await perform(name, body);
      expect([name, status, answer.errors]).toMatchObject([name, 422, [{ pointer, code: 'invalid' }]]);
    }
    const many = await perform('publish', { languages: Array.from({ length: 8_000 }, () => 'en') });
    expect([many.status, many.body.errors[0].pointer]).toEqual([422, '/languages']);
    expect(await published()).toEqual([]);
  });

  test.each([
    [{ languages: [] }, 422],
    [{}, 422],
    [{ languages: ['fr'] }, 422],
    [{ languages: ['es'], force: true }, 422],
  ])('%j is no publishing', async (body, status) => {
    const { perform, published } = await createApiNotice();
    expect((await perform('publish', body)).status).toBe(status);
    expect(await published()).toEqual([]);
  });

  test('a language that the item lacks cannot be published', async () => {
    const { editor } = await createApiNotice();
    await editor.createNotice('two', { es: { title: 'Dos' } });
    for (const name of ['publish', 'unpublish']) {
      const { status } = await editor.send('POST', `/items/two/${name}`, { languages: ['en'] });
      expect(status).toBe(409);
    }
  });
});

describe('scheduling', () => {
  test('plans, replaces and calls off', async () => {
    const { perform } = await createApiNotice();
    const planned = await perform('schedule', { languages: ['es'], publishAt: '2100-01-01T09:00:00-06:00' });
    expect(planned.body.languages.es).toMatchObject({
      state: 'scheduled',
      schedule: { publishAt: '2100-01-01T15:00:00.000Z', publishBy: { name: 'editor' } },
    });
    const ending = await perform('schedule', { languages: ['es'], unpublishAt: '2100-01-02T00:00:00Z' });
    expect(ending.body.languages.es.schedule).toMatchObject({ unpublishAt: '2100-01-02T00:00:00.000Z' });
    const backwards = await perform('schedule', { languages: ['es'], unpublishAt: '2099-01-02T00:00:00Z' });
    expect(backwards.status).toBe(409);
    const off = await perform('schedule', { languages: ['es'], cancel: true });
    expect(off.body.languages.es.state).toBe('draft');
    expect(off.body.languages.es.schedule).toBeUndefined();
  });

  test.each([
    [{ languages: ['es'], publishAt: '2001-01-01T00:00:00Z' }, 409],
    [{ languages: ['es'], publishAt: 'tomorrow' }, 422],
    [{ languages: ['es'] }, 422],
    [{ languages: ['es'], publishAt: '2100-01-01T00:00:00Z', unpublishAt: '2100-01-02T00:00:00Z' }, 422],
  ])('%j is not planned', async (body, status) => {
    const { perform } = await createApiNotice();
    expect((await perform('schedule', body)).status).toBe(status);
  });
});

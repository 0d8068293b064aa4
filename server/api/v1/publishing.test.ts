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
      { code: 'slug-taken', pointer: '/languages/es/slug', target: 'one' },
    ]);
    expect(body.errors[0].leaves).toBeUndefined();
  });

  test('two items exchange their slugs in one action, once the program names both', async () => {
    const { perform, editor, published } = await createApiNotice();
    const spanish = ['es'];
    const text = { slug: 'dos', body: { markdown: 'Otro.' } };
    const languages = { es: { title: 'Dos', ...text }, en: { title: 'Two', ...text } };
    await editor.send('POST', '/items', { id: 'two', type: 'notice', sourceLanguage: 'es', languages });
    await perform('publish', { languages: spanish });
    await editor.send('POST', '/items/two/publish', { languages: spanish });
    await editor.send('PATCH', '/items/one/es', { slug: 'dos' });
    await editor.send('PATCH', '/items/two/es', { slug: 'uno' });
    const alone = await perform('publish', { languages: spanish });
    expect([alone.status, alone.body.errors[0]]).toMatchObject([
      422,
      { code: 'slug-taken', target: 'two', leaves: true, detail: expect.stringContaining('together') },
    ]);
    const english = ['en'];
    for (const [path, languages, together, advice] of [
      ['/items/one/publish', spanish, [], 'name it in together, with es,'],
      ['/items/one/publish', spanish, [{ id: 'two', languages: english }], 'add es to its languages in together'],
      ['/items/two/publish', english, [{ id: 'one', languages: spanish }], 'add es to languages'],
    ] as const) {
      const { body } = await editor.send('POST', path, { languages, together });
      expect(body.errors).toContainEqual(
        expect.objectContaining({ code: 'slug-taken', detail: expect.stringContaining(advice) }),
      );
    }
    const exchange = { languages: spanish, together: [{ id: 'two', languages: spanish }] };
    await editor.send('PATCH', '/items/two/es', { title: '' });
    const refused = await perform('publish', exchange);
    expect([refused.status, refused.body.errors[0]]).toMatchObject([422, { code: 'title-missing', item: 'two' }]);
    await editor.send('PATCH', '/items/two/es', { title: 'Dos' });
    const { status, body } = await perform('publish', exchange);
    expect([status, body.id, body.languages.es.publishedSlug]).toEqual([200, 'one', 'dos']);
    expect(await published()).toEqual(['publications/es:notice:dos', 'publications/es:notice:uno']);
  });

  test('a language is named once, and no more of them than the site has', async () => {
    const { perform, published } = await createApiNotice();
    const twice = ['en', 'en'];
    const at = '2099-01-01T00:00:00Z';
    for (const [name, body, pointer] of [
      ['publish', { languages: twice }, '/languages'],
      ['publish', { languages: ['en'], together: [{ id: 'two', languages: twice }] }, '/together/0/languages'],
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

  test('what is to be published together is there, and named once', async () => {
    const { perform } = await createApiNotice();
    const publish = (...ids: string[]) =>
      perform('publish', { languages: ['es'], together: ids.map((id) => ({ id, languages: ['es'] })) });
    expect((await publish('one')).body).toMatchObject({ status: 422, errors: [{ pointer: '/together' }] });
    expect((await publish('nothing')).body).toMatchObject({
      status: 409,
      errors: [{ pointer: '/together', code: 'not-found', item: 'nothing' }],
    });
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

import { describe, expect, test } from 'vitest';
import { createApiSite } from '../../../test/helpers/api/create-api-site.ts';
import { longText } from '../../../test/helpers/content/long-text.ts';
import { eventually } from '../../../test/helpers/eventually.ts';

async function createSite() {
  const site = await createApiSite();
  const editor = await site.createProgram('editor');
  await editor.createNotice('one', {
    es: {
      title: 'Uno',
      summary: 'Breve',
      body: { markdown: 'Primero.\n\nSegundo.\n\nTercero.' },
      seo: { title: 'S' },
    },
    en: { title: 'One', body: { markdown: 'First.\n\nSecond.\n\nThird.' } },
  });
  const read = async () => (await editor.get('/items/one')).body;
  const blocks = async (language: string) =>
    (await read()).languages[language].body.tiptap.content.map((block: { attrs: { id: string } }) => block.attrs.id);
  const states = async () =>
    (await editor.get('/items/one/health')).body.languages.en.blocks.map(({ state }: { state: string }) => state);
  return { ...site, editor, read, blocks, states };
}

describe('changing a language', () => {
  test('changes what is named, and the answer has it', async () => {
    const { editor } = await createSite();
    const { status, body, headers } = await editor.send('PATCH', '/items/one/es', {
      title: 'Otro',
      fields: { steps: ['Venga'] },
    });
    expect([status, headers.get('etag')]).toEqual([200, `"${body.version}"`]);
    expect(body.languages.es).toMatchObject({
      title: 'Otro',
      summary: 'Breve',
      slug: 'uno',
      fields: { steps: ['Venga'] },
    });
    expect(body.editedBy).toEqual({ id: editor.program.id, name: 'editor' });
  });

  test('writes what the cover shows, whose translation is told as that of any field', async () => {
    const { editor, read } = await createSite();
    await editor.send('PATCH', '/items/one', { cover: { media: 'a'.repeat(32) } });
    const field = async () => {
      const { fields } = (await editor.get('/items/one/health')).body.languages.en;
      return fields.find(({ field: name }: { field: string }) => name === 'coverAlt');
    };
    await editor.send('PATCH', '/items/one/es', { coverAlt: 'Una placa' });
    expect(await field()).toMatchObject({ unit: 'cover.alt', state: 'missing' });
    expect((await editor.send('PATCH', '/items/one/en', { coverAlt: 'A film' })).body).toMatchObject({
      cover: { alt: { es: 'Una placa', en: 'A film' } },
      languages: { en: { coverAlt: 'A film' } },
    });
    expect(await field()).toMatchObject({ state: 'current' });
    await editor.send('PATCH', '/items/one/es', { coverAlt: 'Una placa de tórax' });
    expect(await field()).toMatchObject({ state: 'stale', change: { from: 'Una placa', to: 'Una placa de tórax' } });
    await editor.send('POST', '/items/one/minor-edit', { units: ['cover.alt'] });
    expect(await field()).toMatchObject({ state: 'current' });
    const replaced = await editor.send('PUT', '/items/one/en', { title: 'One' });
    expect(replaced.body.languages.en).not.toHaveProperty('coverAlt');
    await editor.send('PATCH', '/items/one', { cover: null });
    expect(await field()).toBeUndefined();
    expect((await read()).languages.es.coverAlt).toBe('Una placa de tórax');
  });

  test('writes a byline of its own, which the page shows instead of the shared one', async () => {
    const { editor, read } = await createSite();
    await editor.send('PATCH', '/items/one', { author: 'Dra. Ana Ruiz' });
    const { body } = await editor.send('PATCH', '/items/one/en', { author: 'Dr Ana Ruiz' });
    expect(body).toMatchObject({ author: 'Dra. Ana Ruiz', languages: { en: { author: 'Dr Ana Ruiz' } } });
    expect(body.languages.es).not.toHaveProperty('author');
    const { fields } = (await editor.get('/items/one/health')).body.languages.en;
    expect(JSON.stringify(fields)).not.toContain('author');
    await editor.send('PATCH', '/items/one/en', { title: 'One more' });
    expect((await read()).languages.en.author).toBe('Dr Ana Ruiz');
    await editor.send('PUT', '/items/one/en', { title: 'One' });
    expect((await read()).languages.en).not.toHaveProperty('author');
    expect((await read()).author).toBe('Dra. Ana Ruiz');
  });

  test('a draft that has no room for a change says so, and stays as it is', async () => {
    const { editor, signIn, open, read } = await createSite();
    const client = open('item/one/es', await signIn('Eva', { role: 'editor' }));
    await eventually(() => expect(client.isSaved()).toBe(true));
    // In a text that is no field, so that the item stays small.
    for (let time = 0; time < 4; time++) client.doc.getText('else').insert(0, longText(1_040_000));
    await eventually(() => expect(client.isSaved()).toBe(true));
    const { version } = await read();
    const { status, body } = await editor.send('PATCH', '/items/one/es', { body: { markdown: 'y '.repeat(50_000) } });
    expect([status, body.code, body.title]).toEqual([413, 'draft-too-large', 'The draft has no room for this']);
    const after = await read();
    expect([after.version, after.languages.es.title]).toEqual([version, 'Uno']);
    expect((await editor.send('PATCH', '/items/one/en', { title: 'Another' })).status).toBe(200);
  });

  test.each(['markdown', 'html'])('blocks keep their ids in %s wherever their text still matches', async (form) => {
    const { editor, blocks } = await createSite();
    const before = await blocks('es');
    const markdown = 'Cero.\n\nPrimero.\n\nSegundo, dos.\n\nTercero.';
    const html = '<p>Cero.</p><p>Primero.</p><p>Segundo, dos.</p><p>Tercero.</p>';
    await editor.send('PATCH', '/items/one/es', { body: form === 'html' ? { html } : { markdown } });
    const after = await blocks('es');
    expect([after[1], after[2], after[3]]).toEqual(before);
    expect(before).not.toContain(after[0]);
  });

  test('one sentence of the source makes one block of the translation stale, until it is translated or called minor', async () => {
    const { editor, states } = await createSite();
    const source = (second: string) => ({ body: { markdown: `Primero.\n\n${second}\n\nTercero.` } });
    await editor.send('PATCH', '/items/one/es', source('Segundo y más.'));
    expect(await states()).toEqual(['current', 'stale', 'current']);
    await editor.send('PATCH', '/items/one/en', { body: { markdown: 'First.\n\nSecond and more.\n\nThird.' } });
    expect(await states()).toEqual(['current', 'current', 'current']);
    await editor.send('PATCH', '/items/one/es', source('Segundo, y más.'));
    expect(await states()).toEqual(['current', 'stale', 'current']);
    expect((await editor.send('POST', '/items/one/minor-edit', {})).status).toBe(200);
    expect(await states()).toEqual(['current', 'current', 'current']);
  });

  test('blocks that change places are moved, not stale', async () => {
    const { editor, states } = await createSite();
    await editor.send('PATCH', '/items/one/es', { body: { markdown: 'Tercero.\n\nPrimero.\n\nSegundo.' } });
    expect((await states()).toSorted()).toEqual(['current', 'current', 'moved']);
  });

  test('begins a language that the item lacks, with a slug from its title', async () => {
    const { editor } = await createSite();
    await editor.createNotice('two', { es: { title: 'Dos' } });
    const { body } = await editor.send('PUT', '/items/two/en', { title: 'Two' });
    expect(body.languages.en).toMatchObject({ state: 'draft', title: 'Two', slug: 'two', translation: { current: 1 } });
  });

  test('what is wrong is told at its place, and nothing changes', async () => {
    const { editor, read } = await createSite();
    const before = await read();
    for (const [change, pointer] of [
      [{ title: 3 }, '/title'],
      [{ body: { markdown: 'a\n\n# b' } }, '/body/markdown'],
      [{ summary: 'x'.repeat(501) }, '/summary'],
      [{ seo: { description: 'x'.repeat(301) } }, '/seo/description'],
      [{ coverAlt: 'x'.repeat(1_001) }, '/coverAlt'],
      [{ coverAlt: '\ud83d' }, '/coverAlt'],
      [{ author: 'x'.repeat(121) }, '/author'],
      [{ author: 'a\nb' }, '/author'],
      [{ fields: { steps: [3] } }, '/fields/steps/0'],
      [{ title: 'a\u0007' }, '/title'],
      [{ title: 'a\nb' }, '/title'],
      [{ summary: 'a\u0000' }, '/summary'],
      [{ seo: { title: 'a\tb' } }, '/seo/title'],
      [{ seo: { description: 'a\u007f' } }, '/seo/description'],
      [{ coverAlt: 'a\u001b' }, '/coverAlt'],
      [{ fields: { steps: ['a', 'b\u0002'] } }, '/fields/steps/1'],
      [{ state: 'published' }, '/state'],
    ] as const) {
      const { status, body } = await editor.send('PATCH', '/items/one/es', { slug: 'otro', ...change });
      expect([change, status, body.errors[0].pointer]).toEqual([change, 422, pointer]);
      expect(await read()).toEqual(before);
    }
  });

  test('line breaks and tabs stay where a text may have them', async () => {
    const { editor } = await createSite();
    const change = { summary: 'a\r\n\tb', fields: { steps: ['a\nb'] }, body: { markdown: 'a\n\nb\tc' } };
    const { status, body } = await editor.send('PATCH', '/items/one/es', change);
    expect([status, body.languages.es.summary, body.languages.es.fields]).toEqual([200, 'a\r\n\tb', change.fields]);
  });

  test('a language that the site has not is not there', async () => {
    const { editor } = await createSite();
    for (const language of ['fr', 'shared', 'toolong']) {
      const { status } = await editor.send('PATCH', `/items/one/${language}`, { title: 'x' });
      expect([language, status]).toEqual([language, 404]);
    }
  });
});

describe('replacing a language', () => {
  test('empties what is missing, and keeps the slug', async () => {
    const { editor } = await createSite();
    await editor.send('PATCH', '/items/one/es', { fields: { steps: ['Venga'] } });
    const { body } = await editor.send('PUT', '/items/one/es', { title: 'Otro' });
    expect(body.languages.es).toMatchObject({ title: 'Otro', slug: 'uno', summary: '', seo: {}, fields: {} });
    expect(body.languages.es.body).toEqual({ tiptap: { type: 'doc', content: [] } });
    expect((await editor.send('PUT', '/items/one/es', { summary: 'x' })).body.errors[0]).toMatchObject({
      pointer: '/title',
      code: 'missing',
    });
  });
});

describe('an item that may not become longer', () => {
  test('refuses a change that would make it so, and is as it was', async () => {
    const { editor, read } = await createSite();
    const steps = Array.from({ length: 90 }, () => 'x'.repeat(10_000));
    await editor.send('PATCH', '/items/one/en', { fields: { steps: steps.slice(0, 20) } });
    const before = await read();
    const refused = await editor.send('PATCH', '/items/one/es', { title: 'Largo', fields: { steps } });
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid']);
    expect(refused.body.detail).toContain('1000 kB');
    expect(await read()).toEqual(before);
    expect((await editor.send('POST', '/items/one/publish', { languages: ['es'] })).status).toBe(200);
  });

  test('is read, mended and deleted as it was before people typed too much, and not published', async () => {
    const { editor, open, signIn, read } = await createSite();
    const client = open('item/one/es', await signIn('Eva', { role: 'editor' }));
    await eventually(() => expect(client.isSaved()).toBe(true));
    const before = await read();
    client.doc.getText('title').insert(0, longText(1_100_000));
    client.doc.getText('summary').insert(0, longText(100_000));
    await eventually(() => expect(client.isSaved()).toBe(true));
    expect(await read()).toEqual(before);
    const published = await editor.send('POST', '/items/one/publish', { languages: ['es'] });
    expect([published.status, published.body.code]).toEqual([422, 'checks-failed']);
    expect(published.body.errors).toMatchObject([{ code: 'item-too-long', language: 'es' }]);
    const shorter = await editor.send('PATCH', '/items/one/es', { summary: 'Breve', fields: { steps: ['Venga'] } });
    expect([shorter.status, shorter.body.code]).toEqual([409, 'only-in-draft']);
    expect(await read()).toEqual(before);
    // A too long language does not affect other languages or the shared part.
    const other = await editor.send('PATCH', '/items/one', { tags: ['x'] });
    expect([other.status, other.body.tags]).toEqual([200, ['x']]);
    const english = await editor.send('PATCH', '/items/one/en', { title: 'New' });
    expect([english.status, english.body.languages.en.title]).toEqual([200, 'New']);
    expect((await read()).languages.es).toEqual(before.languages.es);
    const mended = await editor.send('PATCH', '/items/one/es', { title: 'Uno', summary: 'Breve' });
    expect([mended.status, mended.body.languages.es.title]).toEqual([200, 'Uno']);
    client.doc.getText('title').insert(0, longText(1_000_000));
    await eventually(() => expect(client.isSaved()).toBe(true));
    expect((await editor.send('DELETE', '/items/one')).status).toBe(204);
  });
});

test('an open editor sees a change of a program arrive, and loses nothing of its own', async () => {
  const { editor, open, signIn, read } = await createSite();
  const eva = await signIn('Eva', { role: 'editor' });
  const client = open('item/one/es', eva);
  await expect.poll(client.isSaved).toBe(true);
  client.doc.getText('title').insert(3, ' y dos');
  await expect.poll(client.isSaved).toBe(true);
  await editor.send('PATCH', '/items/one/es', { summary: 'De un programa' });
  await expect.poll(() => client.doc.getText('summary').toString()).toBe('De un programa');
  expect((await read()).languages.es).toMatchObject({ title: 'Uno y dos', summary: 'De un programa' });
});

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type ReaderOptions, reportProblem, type SourcedItem } from '#core/importing/item-reader.ts';
import type { RichText } from '#core/rich-text/rich-text.ts';
import { testConfig } from '../../../test/helpers/content/create-content-site.ts';
import { type ReadValue, readWith, writeFiles } from '../../../test/helpers/importing/read-with.ts';
import { renderPost } from './convert-post.ts';
import { readMarkdownPosts } from './read-markdown-posts.ts';

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));

const read = (folder: string, settings: Partial<ReaderOptions> = {}) => readWith(readMarkdownPosts, folder, settings);

/** Reads files that are written for the test; names relative to a new folder. */
const readFiles = async (files: { [name: string]: string }, settings: Partial<ReaderOptions> = {}) =>
  read(await writeFiles({ 'package.json': '{}', ...files }), settings);

const post = (text: string, properties = '') => `---\ntitle: Uno\n${properties}---\n${text}`;

const hugo = await read(join(fixtures, 'hugo/content'), {
  config: { ...testConfig, tags: { mri: { es: 'Resonancia', en: 'MRI' } } },
});

describe('posts of Hugo', () => {
  const { values, items, problems, notes } = hugo;

  test('the languages of a post come together, by the suffix of their files, with properties and old addresses', () => {
    expect(problems).toEqual([]);
    expect(values.resonancia?.languages.es).not.toHaveProperty('author');
    expect(values.resonancia).toMatchObject({
      type: 'notice',
      sourceLanguage: 'es',
      publishedAt: '2021-03-04T09:30:00-06:00',
      author: 'Ana Ruiz, Luis Peña',
      tags: ['mri', 'estudios'],
      fields: { minutes: 20 },
      cover: { file: expect.stringMatching(/static\/img\/equipo\.svg$/) },
      languages: {
        es: {
          title: 'La resonancia, paso a paso',
          slug: 'resonancia-paso-a-paso',
          summary: 'Qué pasa antes, durante y después.',
          coverAlt: 'El equipo',
          state: 'published',
          oldAddresses: [
            '/2019/05/resonancia',
            '/posts/resonancia-magnetica',
            '/es/posts/resonancia-paso-a-paso',
            '/posts/resonancia-paso-a-paso',
          ],
        },
        en: {
          title: 'An MRI, step by step',
          slug: 'resonancia',
          author: 'Ann Ruiz, Luis Peña',
          state: 'draft',
          oldAddresses: ['/en/posts/resonancia'],
        },
      },
    });
  });

  test('links to other posts become links to items; HTML, shortcodes and callouts are read', () => {
    const text = JSON.stringify(values.resonancia?.languages.es?.body);
    expect(text).toContain('"href":"item:visita"');
    expect(text).toContain('"alt":"El equipo","caption":"Sala 2"');
    expect(text).toContain('"type":"callout"');
    expect(JSON.stringify(values.resonancia?.languages.en?.body)).toContain('"href":"item:visita#map"');
    expect(notes).toEqual([]);
  });

  test('bundles have pictures beside them; properties may be TOML or JSON', async () => {
    const visit = items.find(({ value }) => (value as ReadValue).id === 'visita');
    const body = (visit?.value as ReadValue | undefined)?.languages.es?.body as { tiptap: RichText } | undefined;
    const image = body?.tiptap.content[0];
    expect(image?.attrs).toMatchObject({ alt: 'Plano de la calle', caption: 'Entrada por el patio' });
    expect((await visit?.readFile(String(image?.attrs?.file)))?.name).toBe('plano.svg');
    expect(await visit?.readFile(join(fixtures, 'hugo/hugo.toml'))).toBeUndefined();
    expect(visit?.value).toMatchObject({ publishedAt: '2020-01-02', tags: ['visita'] });
    const lines = ['es', 'en'].map((language) =>
      reportProblem(visit as SourcedItem, {
        path: ['languages', language, 'body', 'tiptap', 'content', 0],
        message: 'x',
      }).replace(/^.*posts\//, ''),
    );
    expect(lines).toEqual([
      'visita/index.md:7: languages.es.body.tiptap.content[0]: x',
      'visita/index.en.md:6: languages.en.body.tiptap.content[0]: x',
    ]);
  });
});

describe('posts of Astro', () => {
  const folder = join(fixtures, 'astro/src/content');

  test('what cannot be kept is refused, with file and line', async () => {
    const { problems, values } = await read(folder);
    expect(values.faro).toMatchObject({
      publishedAt: '2022-07-08',
      cover: { file: expect.stringMatching(/assets\/faro\.svg$/) },
      languages: { es: { coverAlt: 'El faro de noche', oldAddresses: ['/es/blog/faro', '/blog/faro'] }, en: {} },
    });
    expect(problems).toEqual([
      'blog/en/faro.mdx:5: languages.en.readers: the property "readers" has no place in an item: it is left out, unless --map names one (refused without --lenient)',
      'blog/en/faro.mdx:14: languages.en.body: the component <Chart values={[1, 2]} client:load /> is left out; what stands inside it stays (refused without --lenient)',
      'blog/en/faro.mdx:16: languages.en.body: the value {1900 + 4} is left out (refused without --lenient)',
    ]);
  });

  test('a lenient import notes it instead, and moves headings up', async () => {
    const { problems, notes, values } = await read(folder, { lenient: true });
    expect(problems).toEqual([]);
    expect(notes).toHaveLength(4);
    expect(notes).toContain(
      'blog/es/faro.md:13: languages.es.body: a heading of level 4 becomes one of level 2, because none may be skipped',
    );
    expect(JSON.stringify(values.faro?.languages.en?.body)).toContain('"alt":"The lamp"');
    expect(JSON.stringify(values.faro?.languages.en?.body)).toContain('{kept}');
  });
});

describe('posts of any program', () => {
  test('translationKey keeps languages together whose files have other names', async () => {
    const { values } = await readFiles({
      'content/es/noticias/hola.md': post('', 'translationKey: Hello There\n'),
      'content/en/news/hello.md': post('', 'translationKey: Hello There\n'),
    });
    expect(Object.keys(values)).toEqual(['hello-there']);
    expect(values['hello-there']?.languages).toMatchObject({ es: { slug: 'hola' }, en: { slug: 'hello' } });
  });

  test('a folder that is named like a content type says which one a post is', async () => {
    const files = { 'content/listing-es/a.md': post(''), 'content/b.md': post(''), 'content/blog/c.md': post('') };
    const { items, problems } = await readFiles(files, { type: '' });
    const { items: given } = await readFiles(files);
    const types = (all: SourcedItem[]) => all.map(({ value }) => (value as ReadValue).type);
    expect(types(items)).toEqual(['pages', '', 'listing']);
    expect(types(given)).toEqual(['notice', 'notice', 'listing']);
    expect(problems).toEqual([
      'content/blog/c.md:1: type: no folder of the post is named like one: say it with --type, which is one of not-found, notice, listing, pages, faqs, topics',
    ]);
  });

  test('the file of the front page is the page "home"', async () => {
    const { values } = await readFiles({ 'content/index.md': post('') }, { type: '' });
    expect(values.home).toMatchObject({ type: 'pages', languages: { es: { slug: 'home' } } });
    expect(values.home?.languages.es).not.toHaveProperty('oldAddresses');
  });

  const jekyll = {
    '_config.yml': 'baseurl: /blog\nurl: https://www.a.example\npermalink: /:categories/:year/:title/\n',
  };
  const hugo = {
    'hugo.toml':
      'baseURL = "https://a.example/docs/"\ndefaultContentLanguage = "en"\n[permalinks]\nblog = "/:year/:month/:slug/"\n',
  };
  test.each<[string, { [file: string]: string }, string, string[]]>([
    [
      'a pattern of Jekyll',
      { ...jekyll, '_posts/2024-03-01-uno.md': post('', 'categories: [Sala A]\n') },
      'uno',
      ['/blog/sala-a/2024/uno', '/blog/es/sala-a/2024/uno'],
    ],
    [
      'a style of Jekyll',
      { '_config.yml': 'permalink: pretty\n', '_posts/2024-03-01-uno.md': post('') },
      'uno',
      ['/2024/03/01/uno', '/es/2024/03/01/uno'],
    ],
    [
      'a collection of Jekyll',
      { '_config.yml': 'collections:\n  guias:\n    permalink: /g/:name\n', '_guias/uno.md': post('') },
      'uno',
      ['/g/uno', '/es/g/uno'],
    ],
    [
      'a permalink of a post',
      { ...jekyll, '_posts/2024-03-01-uno.md': post('', 'permalink: /:year/dos.html\n') },
      'uno',
      ['/blog/2024/dos.html', '/blog/2024/uno', '/blog/es/2024/uno'],
    ],
    [
      'what is not known in a pattern',
      { '_config.yml': 'permalink: /:week/:title\n', '_posts/2024-03-01-uno.md': post('') },
      'uno',
      [],
    ],
    [
      'a pattern of Hugo',
      { ...hugo, 'content/en/blog/uno.md': post('', 'date: 2024-03-01\nslug: dos\n') },
      'uno',
      ['/docs/2024/03/dos', '/docs/en/2024/03/dos', '/docs/en/blog/dos', '/docs/blog/dos'],
    ],
    [
      'a slug that is a path',
      { ...hugo, 'content/en/a/uno.md': post('', 'slug: /guia/dos\n') },
      'uno',
      ['/docs/guia/dos', '/docs/en/a/dos', '/docs/a/dos'],
    ],
    [
      'a base of Docusaurus',
      {
        'docusaurus.config.js': "module.exports = {\n  url: 'https://a.example',\n  baseUrl: '/base/',\n};\n",
        'content/a/uno.md': post(''),
      },
      'uno',
      ['/base/es/a/uno', '/base/a/uno'],
    ],
  ])('old addresses follow from %s', async (_, files, id, addresses) => {
    const { values } = await readFiles(files);
    expect(Object.values(values[id]?.languages ?? {})[0]?.oldAddresses ?? []).toEqual(addresses);
  });

  test.each([
    '/docs/2024/03/dos/',
    '/2024/03/dos',
    '/docs/2024/03/dos/index.html#a',
    'https://a.example/docs/2024/03/dos/',
    '//www.a.example/docs/2024/03/dos?x=1',
    '/docs/en/2024/03/dos/',
    '/blog/dos',
    '../blog/uno.md',
    '../blog/uno/',
    '/otra/',
  ])('the link %j leads to the item of its page', async (href) => {
    const { values, notes } = await readFiles({
      ...hugo,
      'content/en/blog/uno.md': post('', 'date: 2024-03-01\nslug: dos\naliases: [/otra]\n'),
      'content/en/a/b.md': post(`[x](${href}) [y](/nada) [z](https://a.example/z) [w](https://b.example)`),
    });
    expect(JSON.stringify(values.b)).toContain('"href":"item:uno');
    expect(notes).toEqual([
      expect.stringMatching(
        /b\.md:4: languages\.en\.body: the link "\/nada" leads to nothing that is imported; it stays$/,
      ),
      expect.stringContaining('"https://a.example/z"'),
    ]);
  });

  test('names with dots, days and sections are names', async () => {
    const { values } = await readFiles({
      'content/es/blog/socket.io.md': post(''),
      'content/es/blog/version-2.0.1.md': post(''),
      'content/es/blog/2024-03-01_hola.md': post(''),
      'content/es/blog/2024-02-30-no.md': post(''),
      'content/es/blog/2024-03-02.md': post(''),
      'content/es/blog/2024-03-03-viaje/index.md': post(''),
      'content/es/contacto.md': post(''),
      'content/en/contact.md': post(''),
      'content/es/quienes-somos/index.md': post(''),
    });
    const told = Object.entries(values).map(([id, { type, publishedAt = '', languages }]) =>
      [id, type, publishedAt, ...Object.keys(languages).sort()].join(' ').replace(/ +/g, ' '),
    );
    expect(told.sort()).toEqual([
      '2024-02-30-no notice es',
      '2024-03-02 notice 2024-03-02 es',
      'about pages es',
      'contact pages en es',
      'hola notice 2024-03-01 es',
      'socket-io notice es',
      'version-2-0-1 notice es',
      'viaje notice 2024-03-03 es',
    ]);
  });

  test('languages that the site does not have are left in for the import to refuse, or left out if it is lenient', async () => {
    const files = {
      'content/es/blog/a.md': post(''),
      'content/fr/blog/a.md': post(''),
      'content/blog/b.pt.md': post(''),
    };
    expect(Object.keys((await readFiles(files)).values.a?.languages ?? {})).toEqual(['es', 'fr']);
    const { values, notes, problems } = await readFiles(files, { lenient: true });
    expect(Object.keys(values.a?.languages ?? {})).toEqual(['es']);
    expect(notes).toHaveLength(1);
    expect(problems).toEqual(['content/blog/b.pt.md:1: the site has no language "pt"']);
  });

  test.each([
    ['---\ntitle: a\nb: [c\n---\n', 'a.md:3: not YAML: '],
    ['---\ntitle: a\n', 'a.md:1: the properties have no end: a line with --- alone'],
    ['+++\ntitle = \n+++\n', 'a.md:2: not TOML: '],
    ['{\n  "title": a\n}\n', 'a.md:2: not JSON: '],
    ['---\n- a\n---\n', 'a.md:2: the properties must have names, such as title: …'],
    ['sin propiedades', 'a.md:1: languages.es.title: is missing'],
    [post('', 'date: ayer\n'), 'a.md:3: languages.es.date: is not a date such as'],
    [post('![x](no.png)'), 'a.md:4: languages.es.body: the picture "no.png" is left out: there is no such file in'],
    [
      post('![x](../../../../etc/hostname)'),
      'a.md:4: languages.es.body: the picture "../../../../etc/hostname" is left out',
    ],
    [
      post('\n![x](https://example.org/a.png)'),
      'a.md:5: languages.es.body: the picture "https://example.org/a.png" is left out: it is not in a file',
    ],
    [post('', 'image: no.png\n'), 'a.md:3: languages.es.image: the cover "no.png" is left out: there is no such file'],
    [
      post('\n[x](other.md)'),
      'a.md:5: languages.es.body: a link is left out, its words stay: the address "other.md" is not allowed',
    ],
    [
      post('\n\n{{< chart >}}'),
      'a.md:6: languages.es.body: the shortcode "chart" is left out; what stands inside it stays',
    ],
    [post('<iframe src="https://example.org"></iframe>'), 'a.md:4: languages.es.body: <iframe> is left out'],
  ])('%j is refused with its line', async (text, expected) => {
    const { problems } = await readFiles({ 'a.md': text });
    expect(problems[0]).toContain(expected);
    expect(problems).toHaveLength(1);
  });

  test('two texts in the same language are refused', async () => {
    const { problems } = await readFiles({ 'content/blog/a.md': post(''), 'content/es/blog/a.md': post('') });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('languages.es: has another text in ');
  });

  test('what is not due yet, or is over, becomes a draft; a name can have the date', async () => {
    const { values, notes } = await readFiles({
      'blog/2019-05-02-uno.md': post(''),
      'blog/dos.md': post('', 'date: 2999-01-01\n'),
      'blog/tres.md': post('', 'expiryDate: 2001-01-01\n'),
      'blog/cuatro.md': post('', 'published: false\n'),
    });
    expect(values.uno).toMatchObject({
      publishedAt: '2019-05-02',
      languages: { es: { state: 'published', slug: 'uno' } },
    });
    for (const id of ['dos', 'tres', 'cuatro']) expect(values[id]?.languages.es?.state, id).toBe('draft');
    expect(notes).toEqual([
      'blog/dos.md:3: languages.es.date: lies in the future: it becomes a draft',
      'blog/tres.md:3: languages.es.expiryDate: is over: it becomes a draft',
    ]);
  });

  test('properties can be mapped, and go to the fields of the type', async () => {
    const map = new Map([
      ['duracion', 'fields.minutes'],
      ['entrada', 'summary'],
      ['color', '-'],
    ]);
    const { values, problems } = await readFiles(
      { 'blog/a.md': post('', 'duracion: 5\nentrada: Hola\ncolor: rojo\nsteps: [uno]\n') },
      { map },
    );
    expect(problems).toEqual([]);
    expect(values.a).toMatchObject({
      fields: { minutes: 5 },
      languages: { es: { summary: 'Hola', fields: { steps: ['uno'] } } },
    });
  });

  test('footnotes stay where they stand', async () => {
    const { values, notes } = await readFiles({ 'blog/a.md': post('a[^1]\n\n[^1]: b') });
    expect(notes).toEqual(['blog/a.md:6: languages.es.body: a footnote becomes part of the text']);
    expect(JSON.stringify(values.a?.languages.es?.body).match(/superscript/g)).toHaveLength(2);
  });

  test('shortcodes in code stay; videos become links', async () => {
    const { values, notes, problems } = await readFiles({
      'blog/a.md': post('`{{< a >}}`\n\n```\n{{< b >}}\n```\n\n{{< youtube w7Ft2ymGmfc >}}\n\n{{</* c */>}}'),
    });
    const text = JSON.stringify(values.a?.languages.es?.body);
    for (const kept of ['{{< a >}}', '{{< b >}}', '{{< c >}}', 'https://www.youtube.com/watch?v=w7Ft2ymGmfc']) {
      expect(text).toContain(kept);
    }
    expect(problems).toEqual([]);
    expect(notes).toEqual(['blog/a.md:10: languages.es.body: the shortcode "youtube" becomes a link']);
  });
});

test('the title is the first heading where no property has it', async () => {
  const { values, problems } = await readFiles({ 'blog/a.md': '# El *título*\n\nTexto.\n' });
  expect(problems).toEqual([]);
  expect(values.a?.languages.es?.title).toBe('El título');
  expect(JSON.stringify(values.a?.languages.es?.body)).not.toContain('heading');
});

test('files of one name in several folders, or of several days, are items of their own', async () => {
  const { values, problems } = await readFiles({
    'content/es/notice/instalar/inicio.md': post('Uno'),
    'content/es/notice/usar/inicio.md': post('Dos'),
    'content/en/notice/usar/inicio.md': post('Two'),
    'content/es/blog/2012-01-01-boletin.md': post('a'),
    'content/es/blog/2013-01-01-boletin.md': post('b'),
  });
  expect(problems).toEqual([]);
  expect(Object.fromEntries(Object.entries(values).map(([id, { languages }]) => [id, languages.es?.slug]))).toEqual({
    'notice-instalar-inicio': 'notice-instalar-inicio',
    inicio: 'inicio',
    boletin: 'boletin',
    'blog-2013-01-01-boletin': 'blog-2013-01-01-boletin',
  });
  expect(Object.keys(values.inicio?.languages ?? {}).sort()).toEqual(['en', 'es']);
});

test('posts of Jekyll have the addresses that it gives them, and links there lead to their items', async () => {
  const { values } = await readFiles({
    '_config.yml': 'title: x\n',
    'es/_posts/2014-01-01-enlace.md': post('[a](/2014/02/01/destino.html) [b]({% post_url 2014-02-01-destino %})'),
    'es/_posts/2014-02-01-destino.md': post('x'),
  });
  expect(values.destino?.languages.es?.oldAddresses).toContain('/2014/02/01/destino.html');
  expect(JSON.stringify(values.enlace).match(/"item:destino"/g)).toHaveLength(2);
});

test('a lenient import cuts what is too long, and notes it with its line', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `Nombre Apellido ${index}`);
  const properties = `author: [${names.join(', ')}]\ndescription: ${'a'.repeat(600)}\ntags: [${names.join(', ')}]\n`;
  const { values, notes } = await readFiles({ 'blog/a.md': post('x', properties) }, { lenient: true });
  expect(String(values.a?.author)).toMatch(/^Nombre Apellido 0, .{100}…$/);
  expect(String(values.a?.languages.es?.summary)).toHaveLength(500);
  expect(values.a?.tags).toHaveLength(30);
  expect(notes).toEqual([
    'blog/a.md:4: languages.es.summary: has 600 characters, and is cut to 500',
    'blog/a.md:3: languages.es.author: has 788 characters, and is cut to 120',
    'blog/a.md:5: languages.es.tags: has 40 entries, of which 10 are left out',
  ]);
});

test('links to headings reach them, by their words or by an id that they have', async () => {
  const { values, problems } = await readFiles({
    'blog/anclas.md': post(
      '[a](#uso-básico) [b](#instalar) [c](./destino.md#secci%C3%B3n-única) [d](destino.md#otra)\n\n## Uso básico\n\n## Instalación *rápida* {#instalar}\n',
    ),
    'blog/destino.md': post('## Sección única\n\n## Otra cosa {#otra}\n'),
  });
  expect(problems).toEqual([]);
  expect(JSON.stringify(values.anclas).match(/(?<="href":")[^"]*/g)).toEqual([
    '#uso-basico',
    '#instalacion-rapida',
    'item:destino#seccion-unica',
    'item:destino#otra-cosa',
  ]);
});

test('the text of a section is told as left out', async () => {
  const files = { 'content/es/notice/_index.md': post('Hola.'), 'content/es/notice/a.md': post('x') };
  expect((await readFiles(files)).problems).toEqual([
    'content/es/notice/_index.md:4: the text of a section is left out: the site makes its lists (refused without --lenient)',
  ]);
  const { problems, notes } = await readFiles(files, { lenient: true });
  expect(problems).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('_index.md:4: the text of a section is left out')]);
});

test.each([
  ['date: 2024-05-01', '2024-05-01'],
  ['date: 2024-05-01 5:00:00 +0000', '2024-05-01T05:00:00+00:00'],
  ['date: 2024-05-01 10:00', '2024-05-01T10:00:00'],
  ['date: 2024-05-01T10:00:00Z', '2024-05-01T10:00:00Z'],
])('%j is %s: without an offset, in the time zone of the site', async (property, publishedAt) => {
  const { values } = await readFiles({ 'blog/a.md': post('', `${property}\n`) });
  expect(values.a).toMatchObject({ publishedAt });
});

test('a folder with content and static is a project, whatever is above it', async () => {
  const folder = await writeFiles({
    'package.json': '{}',
    'blog/content/notice/a.md': post('', 'cover: /img/a.jpg\n'),
    'blog/static/img/a.jpg': 'x',
  });
  const { values, problems } = await read(join(folder, 'blog/content'));
  expect(problems).toEqual([]);
  expect(values.a).toMatchObject({ cover: { file: join(folder, 'blog/static/img/a.jpg') } });
});

test('what is left out only in a lenient import says so where it is refused', async () => {
  const { problems } = await readFiles({ 'a.md': post('<iframe src="https://example.org"></iframe>') });
  expect(problems).toEqual([expect.stringContaining('(refused without --lenient)')]);
});

describe('a post that costs much for its size', () => {
  // Each takes minutes if what comes before is counted, or an end is looked for, again for each of them.
  test.each(
    [
      '{{< a >}}\n',
      '{{</* ',
      '{{<a "',
      '{% raw %}',
      '[^',
      '[^a]: b\n',
      ':::note\n',
      '{a}\n',
      '{/*',
      '<A b={',
      ': a\n',
    ].flatMap((part) => [false, true].map((isMdx) => [isMdx ? 'MDX' : 'Markdown', part, isMdx] as const)),
  )('is read once, or refused, however often %s has %j', (_, part, isMdx) => {
    const page = renderPost(part.repeat(300_000 / part.length), { isMdx });
    const lines = page.ok ? page.lost.map(({ line }) => line) : page.problems.map(({ line }) => line);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  // Each takes minutes if a match is looked for from each place within a run of equal characters.
  test.each([
    ['an element with a long name', `---\ntitle: a\n---\n<A${'.'.repeat(300_000)}`],
    ['a cover with many signs', `+++\ncover = "${'#'.repeat(300_000)}\\n#"\n+++\nx`],
    ['a line of tabs', `+++\n${'\t'.repeat(300_000)}\n+++\nx`],
  ])('is read once with %s', async (_, text) => {
    const folder = await writeFiles({ 'a.mdx': text });
    expect((await readWith(readMarkdownPosts, folder)).problems).not.toEqual([]);
  });

  test('does not become much longer with the long path of a picture, and elements that name it', () => {
    const text = `import a from "/${'x'.repeat(900)}"\n\n${'<img src={a} />\n'.repeat(100)}`;
    const page = renderPost(text, { isMdx: true });
    expect(page.ok && page.html.length).toBeLessThan(1_000 * 101);
  });

  test.each([
    ['---', ': 1'],
    ['+++', ' = 1'],
  ])('is told with the line of each of 10,000 unknown properties between %s', async (sign, value) => {
    const names = Array.from({ length: 10_000 }, (_, index) => `k${index}${value}`);
    const folder = await writeFiles({ 'a.md': `${sign}\n${names.join('\n')}\n${sign}\nx` });
    const { problems } = await readWith(readMarkdownPosts, folder);
    expect(problems.filter((problem) => problem.includes('has no place'))).toHaveLength(10_000);
    expect(problems.find((problem) => problem.includes('"k9999"'))).toContain('a.md:10001: ');
  });

  test('may have blocks that only this site writes, which are told', async () => {
    const folder = await writeFiles({ 'a.md': '---\ntitle: a\n---\nx\n\n::video{url="b"}\n\n{{< constructor a >}}\n' });
    const { problems } = await readWith(readMarkdownPosts, folder);
    expect(problems).toEqual([
      expect.stringMatching(/^a\.md:6: .*the block "::video" is left out/),
      expect.stringMatching(/^a\.md:8: .*the shortcode "constructor a" is left out/),
    ]);
  });
});

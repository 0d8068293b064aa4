import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { MAX_IMPORTED_ADDRESSES } from '#core/addresses/imported-addresses.ts';
import { FILE_LIMITS } from '#core/files/site-file.ts';
import { type ReaderOptions, reportProblem, type SourcedItem } from '#core/importing/item-reader.ts';
import { plainText, type RichText } from '#core/rich-text/rich-text.ts';
import { testConfig } from '../../../test/helpers/content/create-content-site.ts';
import { type ReadValue, readWith, writeFiles } from '../../../test/helpers/importing/read-with.ts';
import { uploadFinder } from '../find-pictures.ts';
import { contentToHtml } from './content-to-html.ts';
import { createExportIndex } from './export-index.ts';
import { readWordPress } from './read-wordpress.ts';

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));
const media = join(fixtures, 'uploads');

const readFixture = (name: string, settings: Partial<ReaderOptions> = {}) =>
  readWith(readWordPress, join(fixtures, name), { media, ...settings }, fixtures);

/** Reads an export with these elements in its channel. */
async function readChannelOf(elements: string, settings: Partial<ReaderOptions> = {}) {
  const xml = `<?xml version="1.0"?>\n<rss><channel><link>https://a.example</link>\n${elements}</channel></rss>`;
  return readWith(readWordPress, await writeFiles({ 'a.xml': xml }), { media, ...settings });
}

/** An item of an export; its content begins on the third line of it. */
const item = (content: string, more = '', { id = 1, type = 'post' } = {}) =>
  `<item><title>Uno</title><wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type>\n<wp:status>publish</wp:status>${more}
<content:encoded><![CDATA[${content}]]></content:encoded></item>\n`;

const bodyOf = (value: ReadValue | undefined, language = 'es') =>
  (value?.languages[language]?.body as { tiptap: RichText } | undefined)?.tiptap ?? { type: 'doc', content: [] };

describe('an export with Polylang', () => {
  test('languages come together, with dates, authors, tags, covers and old addresses', async () => {
    const { values, problems, notes } = await readFixture('polylang.xml');
    expect(problems).toEqual([]);
    expect(Object.keys(values)).toEqual(['post-10', 'post-40', 'contact']);
    expect(values['post-10']).toMatchObject({
      type: 'notice',
      sourceLanguage: 'es',
      publishedAt: '2019-05-02T15:00:00Z',
      author: 'Ana Ruiz',
      tags: ['noticias', 'ninos'],
      cover: { file: join(media, '2019/05/sala.svg') },
      fields: { minutes: 7 },
      languages: {
        es: {
          title: 'Sala nueva & luminosa',
          slug: 'sala-nueva',
          summary: 'Abre el lunes.',
          coverAlt: 'La sala vacía',
          seo: { description: 'La sala nueva' },
          state: 'published',
          oldAddresses: ['/2019/05/sala-nueva', '/2019/05/sala'],
        },
        en: { title: 'A new room', state: 'draft', oldAddresses: ['/en/2019/05/new-room'] },
      },
    });
    expect(values.contact).toMatchObject({
      type: 'pages',
      tags: [],
      languages: { es: { oldAddresses: ['/quienes/contacto'] } },
    });
    expect(notes).toEqual([
      expect.stringMatching(/^polylang\.xml:\d+: languages\.es\.body: the embedded address \S+ becomes a link$/),
      expect.stringMatching(/^polylang\.xml:\d+: languages\.en\.wp:status: is "pending": it becomes a draft$/),
    ]);
  });

  test('blocks of the editor become blocks: pictures as uploaded, links to items, reusable blocks', async () => {
    const { values, items } = await readFixture('polylang.xml');
    const { content } = bodyOf(values['post-10']);
    expect(content.map(({ type }) => type)).toEqual(['paragraph', 'heading', 'image', 'paragraph', 'paragraph']);
    expect(JSON.stringify(content[0])).toContain('"href":"item:post-40#flores"');
    expect(content[2]).toEqual({
      type: 'image',
      attrs: { file: join(media, '2019/05/sala.svg'), alt: 'La sala', caption: 'Planta baja' },
    });
    expect(plainText({ type: 'doc', content: content.slice(4) })).toBe('De lunes a viernes.');
    const source = items[0] as SourcedItem;
    expect((await source.readFile(join(media, '2019/05/sala.svg')))?.name).toBe('sala.svg');
    expect(await source.readFile(join(fixtures, 'polylang.xml'))).toBeUndefined();
    const told = reportProblem(source, { path: ['languages', 'es', 'body', 'tiptap', 'content', 1], message: 'x' });
    const line = Number(/xml:(\d+):/.exec(told)?.[1]);
    const { readFile } = await import('node:fs/promises');
    expect((await readFile(source.file, 'utf8')).split('\n')[line - 1]).toContain('Dónde está');
  });

  test('texts of the classic editor get paragraphs, captions and galleries', async () => {
    const { values } = await readFixture('polylang.xml');
    const { content } = bodyOf(values['post-40']);
    expect(content.map(({ type }) => type)).toEqual(['paragraph', 'image', 'blockquote', 'gallery', 'paragraph']);
    expect(plainText({ type: 'doc', content: content.slice(0, 1) })).toBe('Un jardín\ncon flores.');
    expect(content[1]?.attrs).toMatchObject({ alt: 'El mapa', caption: 'Cómo llegar' });
    expect(content[2]?.content).toHaveLength(2);
    expect(content[3]?.content?.map(({ type }) => type)).toEqual(['image', 'image']);
    expect(content[3]?.content?.[0]?.attrs).toMatchObject({ alt: 'El jardín', caption: 'En mayo' });
    expect(plainText({ type: 'doc', content: content.slice(4) })).toBe('Cuesta [sic] nada.');
  });
});

test('the metadata of WPML Export and Import keeps languages together, and names the original', async () => {
  const { values, problems } = await readFixture('wpml.xml');
  expect(problems).toEqual([]);
  expect(values).toEqual({
    about: expect.objectContaining({ type: 'pages', sourceLanguage: 'en' }),
  });
  expect(Object.keys(values.about?.languages ?? {}).sort()).toEqual(['en', 'es']);
});

describe('an export', () => {
  test('without translations has one language: that of addresses, of the person, or of the channel', async () => {
    const link = '<link>https://a.example/en/hello/</link>';
    const { values, notes } = await readChannelOf(item('<p>a</p>', link) + item('<p>b</p>', '', { id: 2 }));
    expect(Object.keys(values['post-1']?.languages ?? {})).toEqual(['en']);
    expect(Object.keys(values['post-2']?.languages ?? {})).toEqual(['es']);
    expect(notes).toHaveLength(1);
    const { values: inEnglish } = await readChannelOf(`<language>en-GB</language>${item('<p>b</p>')}`);
    expect(Object.keys(inEnglish['post-1']?.languages ?? {})).toEqual(['en']);
  });

  test.each([
    ['a\n\n[contact-form-7 id="3"]', 7, 'the shortcode [contact-form-7] is left out; what stands inside it stays'],
    ['a\n<iframe src="https://b.example"></iframe>', 6, '<iframe> is left out, with its contents: https://b.example'],
    ['<!-- wp:latest-posts {"n":3} /-->', 5, 'the block "latest-posts" is left out: WordPress makes its contents'],
    ['<img src="https://a.example/wp-content/uploads/x.jpg">', 5, /there is no file "x\.jpg" in "/],
    ['<img src="https://b.example/x.jpg">', 5, /it is not one of the uploads, and nothing is downloaded$/],
    ['<img src="/wp-content/uploads/../../../../read-wordpress.ts">', 5, /there is no file/],
  ])('with %j is refused with the line, unless the import is lenient', async (content, line, message) => {
    const { problems } = await readChannelOf(item(content));
    const hint = ' (refused without --lenient)';
    expect(problems[0]).toContain(hint);
    expect(problems.map((problem) => problem.replace(hint, ''))).toEqual([
      expect.stringMatching(
        typeof message === 'string'
          ? new RegExp(`^a\\.xml:${line}: languages\\.es\\.body: ${message.replace(/[[\]]/g, '\\$&')}$`)
          : new RegExp(`^a\\.xml:${line}: languages\\.es\\.body: .*${message.source}`),
      ),
    ]);
    const lenient = await readChannelOf(item(content), { lenient: true });
    expect(lenient.problems).toEqual([]);
    expect(lenient.notes).toHaveLength(1);
  });

  test('needs the folder of the uploads for pictures', async () => {
    const { problems } = await readChannelOf(item('<img src="/wp-content/uploads/x.jpg">'), { media: '' });
    expect(problems[0]).toContain('the folder of the uploads has to be named with --media');
  });

  test('has terms, custom fields and post types that the site has no place for', async () => {
    const term = '<category domain="genre" nicename="jazz">Jazz</category>';
    const field = '<wp:postmeta><wp:meta_key>color</wp:meta_key><wp:meta_value>rojo</wp:meta_value></wp:postmeta>';
    const { problems } = await readChannelOf(item('', term + field) + item('', '', { id: 2, type: 'product' }));
    expect(problems).toEqual([
      'a.xml:4: languages.es.color: the custom field "color" has no place in an item: it is left out, unless --map names one (refused without --lenient)',
      'a.xml:4: languages.es: "Jazz" of the taxonomy "genre" is left out (refused without --lenient)',
      'a.xml:6: "Uno" is of the type "product": no content type of the site is named like it',
    ]);
    const mapped = await readChannelOf(item('', field), { map: new Map([['color', 'fields.steps']]) });
    expect(mapped.problems).toEqual([]);
    expect(mapped.values['post-1']?.languages.es).toMatchObject({ fields: { steps: 'rojo' } });
    const untyped = await readChannelOf(item(''), { type: '' });
    expect(untyped.problems[0]).toMatch(/^a\.xml:3: type: no content type of the site is named like posts/);
  });

  test('has posts for its team only, which become drafts', async () => {
    const dated = (date: string) => `<wp:post_date_gmt>${date}</wp:post_date_gmt>`;
    const { values, notes } = await readChannelOf(
      [
        item('', dated('2999-01-01 00:00:00')),
        item('', '<wp:post_password>x</wp:post_password>', { id: 2 }),
        item('', dated('0000-00-00 00:00:00'), { id: 3 }).replace('publish', 'draft'),
        item('', '', { id: 4 }).replace('publish', 'private'),
      ].join(''),
    );
    expect(Object.values(values).map(({ languages }) => languages.es?.state)).toEqual(Array(4).fill('draft'));
    expect(Object.values(values).map(({ publishedAt }) => publishedAt)).toEqual(Array(4).fill(undefined));
    expect(notes).toHaveLength(3);
  });

  test.each([
    ['<?xml version="1.0"?>\n<rss><channel>\n<item>', 'a.xml:3: not XML: Unclosed root tag'],
    [
      '<?xml version="1.0"?>\n<rss><channel>\n<item><b></item></channel></rss>',
      'a.xml:3: not XML: Unexpected close tag',
    ],
    ['<html></html>', 'a.xml:1: is not an export of WordPress (WXR)'],
    [
      '<rss><channel><item><title>a</title></item></channel></rss>',
      'a.xml:1: is a feed, not an export of WordPress (WXR)',
    ],
    ['<rss><channel></channel></rss>', 'a.xml:1: the export has no posts'],
    [
      '\n<!DOCTYPE rss [<!ENTITY a "b">]>\n<rss><channel><title>&a;</title></channel></rss>',
      'a.xml:2: a document type is not allowed',
    ],
  ])('that is none is refused: %j', async (xml, message) => {
    const { problems, items } = await readWith(readWordPress, await writeFiles({ 'a.xml': xml }));
    expect(problems).toEqual([message]);
    expect(items).toEqual([]);
  });

  test('may have characters that XML does not allow, and long texts', async () => {
    const { values, problems } = await readChannelOf(item(`<p>a\u0008b</p>${'<p>palabra</p>'.repeat(8_000)}`));
    expect(problems).toEqual([]);
    expect(plainText(bodyOf(values['post-1']))).toMatch(/^ab\n(palabra\n?){8000}$/);
  });

  test('leaves languages out that the site does not have, if the import is lenient', async () => {
    const language = (code: string) =>
      `<category domain="language" nicename="${code}">x</category><category domain="post_translations" nicename="pll_1">x</category>`;
    const elements = item('', language('es')) + item('', language('fr'), { id: 2 });
    expect(Object.keys((await readChannelOf(elements)).values['post-1']?.languages ?? {})).toEqual(['es', 'fr']);
    const { values, notes } = await readChannelOf(elements, { lenient: true });
    expect(Object.keys(values['post-1']?.languages ?? {})).toEqual(['es']);
    expect(notes).toHaveLength(1);
  });
});

const SALA = '<img src="https://a.example/wp-content/uploads/2019/05/sala.svg" alt="Sala"/>';

describe('a text of an export', () => {
  const lines = (value: ReadValue | undefined) =>
    bodyOf(value).content.map((block) => `${block.type}: ${plainText({ type: 'doc', content: [block] }).trim()}`);

  test.each([
    [
      '<h2>Horario</h2>\nAbrimos a las ocho.\nCerramos.',
      ['heading: Horario', 'paragraph: Abrimos a las ocho.\nCerramos.'],
    ],
    [
      'Uno\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\nDos\ntres',
      ['paragraph: Uno', 'bulletList: a\nb', 'paragraph: Dos\ntres'],
    ],
    ['<div>\n<h3>a</h3>\nb\n</div>\nc', ['heading: a', 'paragraph: b', 'paragraph: c']],
    [
      '[code lang="js"]\nif (a < b && c) { x(); }\n\ny();\n[/code]\n\n<p>Fin</p>',
      ['codeBlock: if (a < b && c) { x(); }\ny();', 'paragraph: Fin'],
    ],
    ['[php]echo "&lt;b&gt;[a]";[/php]', ['codeBlock: echo "<b>[a]";']],
    [
      '<!-- wp:paragraph {"align":"center"} -->\n<p>a</p>\n<!-- /wp:paragraph -->\n<!-- wp:spacer {"height":"40px"} /-->\n<!-- wp:paragraph -->\n<p>b</p>\n<!-- /wp:paragraph -->',
      ['paragraph: a', 'paragraph: b'],
    ],
    [
      '<!-- wp:verse -->\n<pre class="wp-block-verse">uno\n<em>dos</em></pre>\n<!-- /wp:verse -->',
      ['paragraph: uno\ndos'],
    ],
    [
      '<!-- wp:group {"layout":{"type":"flex"}} -->\n<div class="wp-block-group"><!-- wp:columns -->\n<div class="wp-block-columns"><!-- wp:column -->\n<div class="wp-block-column"><!-- wp:list -->\n<ul><!-- wp:list-item -->\n<li>a</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list --></div>\n<!-- /wp:column --></div>\n<!-- /wp:columns --></div>\n<!-- /wp:group -->',
      ['bulletList: a'],
    ],
    [
      '<!-- wp:social-links-x {"a":{"b":[1,2]}} -->\n<!-- /wp:social-links-x -->\n<!-- wp:spacer {"a":"\\u002d\\u002d\\u003e"} /-->\n<!-- wp:paragraph -->\n<p>b</p>\n<!-- /wp:paragraph -->',
      ['paragraph: b'],
    ],
    [
      `<!-- wp:gallery -->\n<figure><!-- wp:image {"id":5} -->\n<figure>${SALA}<figcaption>Uno</figcaption></figure>\n<!-- /wp:image --><figcaption>De la <em>galería</em></figcaption></figure>\n<!-- /wp:gallery -->`,
      ['gallery: Sala\nUno', 'paragraph: De la galería'],
    ],
    [
      `<!-- wp:gallery {"ids":[5]} -->\n<ul class="blocks-gallery-grid"><li><figure>${SALA}<figcaption>Uno</figcaption></figure></li></ul>\n<!-- /wp:gallery -->`,
      ['image: Sala\nUno'],
    ],
    [
      '<!-- wp:syntaxhighlighter/code {"language":"js"} -->\n<pre>a &lt; b;\n\n[x y="1"]</pre>\n<!-- /wp:syntaxhighlighter/code -->',
      ['codeBlock: a < b;\n[x y="1"]'],
    ],
    [
      '<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->\n\nClásico uno.\nDos.\n\nTres.\n\n<!-- wp:paragraph -->\n<p>b</p>\n<!-- /wp:paragraph -->',
      ['paragraph: a', 'paragraph: Clásico uno.\nDos.', 'paragraph: Tres.', 'paragraph: b'],
    ],
    ['<!-- wp:freeform -->\nUno\n\nDos\n<!-- /wp:freeform -->', ['paragraph: Uno', 'paragraph: Dos']],
    [
      '<!-- wp:group -->\n<div><!-- wp:verse {"x":1} -->\n<pre class="wp-block-verse">a\nb</pre>\n<!-- /wp:verse --></div>\n<!-- /wp:group -->',
      ['paragraph: a\nb'],
    ],
    [
      '<!-- wp:group -->\n<div><!-- wp:paragraph --><p>a</p>\n<!-- wp:paragraph --><p>b</p><!-- /wp:paragraph -->\n<!-- /wp:nothing -->',
      ['paragraph: a', 'paragraph: b'],
    ],
    [
      '<!-- wp:pullquote -->\n<figure><blockquote><p>Cita</p><cite>Autor</cite></blockquote></figure>\n<!-- /wp:pullquote -->',
      ['blockquote: Cita\nAutor'],
    ],
    [
      '<!-- wp:details -->\n<details><summary>Más</summary><!-- wp:paragraph -->\n<p>Dentro</p>\n<!-- /wp:paragraph --></details>\n<!-- /wp:details -->',
      ['paragraph: Más', 'paragraph: Dentro'],
    ],
    [
      '<!-- wp:table -->\n<figure><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody><tfoot><tr><td>c</td></tr></tfoot></table><figcaption>Pie</figcaption></figure>\n<!-- /wp:table -->',
      ['table: a\n\n\nb\n\n\nc', 'paragraph: Pie'].map((line) => line.replaceAll('\n\n\n', '\n')),
    ],
    [
      `<!-- wp:media-text -->\n<div><figure>${SALA}</figure><div><!-- wp:paragraph -->\n<p>Al lado</p>\n<!-- /wp:paragraph --></div></div>\n<!-- /wp:media-text -->`,
      ['image: Sala', 'paragraph: Al lado'],
    ],
    ['<p><a href="/a">Uno</a><a href="/a">Dos</a></p>', ['paragraph: Uno Dos']],
    ['a <!--more--> b\n\n<!--nextpage-->\nc [1] y [sic].', ['paragraph: a b', 'paragraph: c [1] y [sic].']],
    [
      `<figure>${SALA}<p>Otra cosa</p><figcaption>Pie</figcaption></figure>`,
      ['image: Sala', 'paragraph: Otra cosa', 'paragraph: Pie'],
    ],
  ])('%j', async (content, expected) => {
    const { values, problems } = await readChannelOf(item(content));
    expect(problems).toEqual([]);
    expect(lines(values['post-1'])).toEqual(expected);
  });

  test.each([
    [`<a href="https://x.example/">${SALA}</a>`, 'the link of a picture is left out: https://x.example/'],
    [
      '[caption id="a"]<img src="https://b.example/no.jpg" /> Pie[/caption]',
      'the picture "https://b.example/no.jpg" is left out: it is not one of the uploads, and nothing is downloaded',
    ],
    [
      `<figure>${SALA}<figcaption>de <a href="/p">x</a></figcaption></figure>`,
      'a link in a caption is left out, its words stay: /p',
    ],
    [
      '<p>a</p><!-- wp:latest-posts {"postsToShow":3} /-->',
      'the block "latest-posts" is left out: WordPress makes its contents',
    ],
    ['a [su_note color="#fff"]b[/su_note]', 'the shortcode [su_note] is left out; what stands inside it stays'],
    ['<iframe src="https://x.example/v"></iframe>', '<iframe> is left out, with its contents: https://x.example/v'],
    ['<p>a</p><select><option>b</option></select>', '<select> is left out, with its contents: "b"'],
  ])('is told what is left out of it: %s', async (content, message) => {
    const line = `a.xml:5: languages.es.body: ${message}`;
    expect((await readChannelOf(item(content))).problems).toEqual([`${line} (refused without --lenient)`]);
    expect((await readChannelOf(item(content), { lenient: true })).notes).toEqual([line]);
  });

  test('has the footnotes of the block editor where they stand', async () => {
    const notes = JSON.stringify([{ id: 'x', content: 'De <em>allí</em>.' }]);
    const meta = `<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[${notes}]]></wp:meta_value></wp:postmeta>`;
    const { values, problems } = await readChannelOf(
      item('<p>a<sup data-fn="x" class="fn"><a href="#x">1</a></sup></p><!-- wp:footnotes /-->', meta),
    );
    expect(problems).toEqual([]);
    expect(JSON.stringify(bodyOf(values['post-1']))).not.toContain('#x');
    expect(lines(values['post-1'])).toEqual(['paragraph: a1', 'paragraph: 1 De allí.']);
  });

  test('has pictures by the addresses of attachments, on any host, and captions in any case', async () => {
    const url = 'https://a.files.example/2019/05/sala.svg';
    const figure = (address: string) => `<figure><img src="${address}?w=9"><figcaption>Pie</figcaption></figure>`;
    const attachment = item('', `<wp:attachment_url>${url}</wp:attachment_url>`, { id: 5, type: 'attachment' });
    const { values } = await readChannelOf(item(figure(url) + figure('https://b.example/x.jpg')) + attachment, {
      lenient: true,
    });
    expect(bodyOf(values['post-1']).content).toMatchObject([
      { type: 'image', attrs: { file: join(media, '2019/05/sala.svg'), caption: 'Pie' } },
      { type: 'paragraph' },
    ]);
  });
});

test('attachments become files with their titles, alternative texts and captions in each language', async () => {
  const meta = (key: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
  const attachment = (id: number, name: string, title: string, { language = '', alt = '', caption = '' }) =>
    `<item><title>${title}</title><wp:post_id>${id}</wp:post_id><wp:post_type>attachment</wp:post_type>
<wp:attachment_url>https://a.example/wp-content/uploads/2019/05/${name}</wp:attachment_url>${language}
<excerpt:encoded><![CDATA[${caption}]]></excerpt:encoded>${meta('_wp_attachment_image_alt', alt)}</item>\n`;
  const polylang = (code: string) => `<category domain="language" nicename="${code}"><![CDATA[x]]></category>`;
  const wpml = (code: string) => meta('_wpml_import_language_code', code);
  const { files, items } = await readChannelOf(
    [
      attachment(1, 'sala.svg', 'The room', { language: polylang('en'), alt: 'An empty room' }),
      attachment(2, 'sala.svg', 'La sala', { language: polylang('es'), alt: 'Sala', caption: 'En <em>mayo</em>' }),
      attachment(3, 'sala.svg', 'Der Saal', { language: polylang('de'), alt: 'Saal' }),
      attachment(4, 'mapa.svg', 'Mapa', { language: wpml('en'), alt: 'Where we are' }),
      attachment(5, 'jardin.svg', 'x'.repeat(5_000), {}),
      attachment(6, 'falta.svg', 'Falta', { alt: 'x' }),
    ].join(''),
  );
  expect(items).toEqual([]);
  expect(files.map(({ value }) => value)).toEqual([
    {
      file: join(media, '2019/05/sala.svg'),
      sourceLanguage: 'es',
      languages: {
        es: { title: 'La sala', alt: 'Sala', caption: 'En mayo' },
        en: { title: 'The room', alt: 'An empty room' },
      },
    },
    { file: join(media, '2019/05/mapa.svg'), sourceLanguage: 'en', languages: { en: { alt: 'Where we are' } } },
    {
      file: join(media, '2019/05/jardin.svg'),
      sourceLanguage: 'es',
      languages: { es: { title: 'x'.repeat(FILE_LIMITS.title) } },
    },
  ]);
  expect(files[0]?.lineOf({ path: [] })).toBe(3);
  expect(await files[0]?.readFile(join(media, '2019/05/sala.svg'))).toMatchObject({ name: 'sala.svg' });
  expect(await files[0]?.readFile('/etc/passwd')).toBeUndefined();
});

test('an item that does not say what it is, is told with its line, and the others are read', async () => {
  const { values, problems } = await readChannelOf(`${item('<p>a</p>')}<item><title>Sin tipo</title></item>`);
  expect(Object.keys(values)).toEqual(['post-1']);
  expect(problems).toEqual(['a.xml:6: "Sin tipo" does not say what it is (wp:post_type)']);
});

test.each(['about', 'contact', 'home', 'faq', 'privacy-policy'])(
  'the page "%s" becomes that of the site',
  async (name) => {
    const { values } = await readChannelOf(item('', `<wp:post_name>${name}</wp:post_name>`, { type: 'page' }));
    expect(values[name]).toMatchObject({ type: 'pages', languages: { es: { slug: name } } });
  },
);

test('pages with Spanish names become those of the site, one in each language, and the others stay pages', async () => {
  const page = (id: number, slug: string, more = '') =>
    item('', `<wp:post_name>${slug}</wp:post_name>${more}`, { id, type: 'page' });
  const english = '<link>https://a.example/en/x/</link>';
  const { values } = await readChannelOf(
    page(1, 'inicio') +
      page(2, 'acerca-de') +
      page(3, 'nosotros') +
      page(4, 'contacto') +
      page(5, 'contact') +
      page(6, 'preguntas-frecuentes') +
      page(7, 'faq', english) +
      page(8, 'aviso-de-privacidad') +
      page(9, 'mapa'),
  );
  const found = Object.entries(values).map(([id, { languages }]) => `${id} ${Object.keys(languages).sort().join(' ')}`);
  expect(found.sort()).toEqual(
    [
      'about es',
      'contact es',
      'faq en es',
      'home es',
      'page-3 es',
      'page-4 es',
      'page-9 es',
      'privacy-policy es',
    ].sort(),
  );
  expect(values['page-4']?.languages.es).toMatchObject({ slug: 'contacto' });
});

test.each(['search', 'admin', 'en', 'home-x'])(
  'a page that is called %j gets another address if the import is lenient',
  async (slug) => {
    const elements = item('', `<wp:post_name>${slug}</wp:post_name>`, { type: 'page' });
    const { values, notes } = await readChannelOf(elements, { lenient: true });
    const isOwn = slug === 'home-x';
    expect(values['page-1']?.languages.es).toMatchObject({ slug: isOwn ? slug : `${slug}-2` });
    expect(notes).toHaveLength(isOwn ? 0 : 1);
  },
);

test('tags are those of the site by any of their names, or else have the name of their address', async () => {
  const term = (nicename: string, name: string) =>
    `<category domain="post_tag" nicename="${nicename}"><![CDATA[${name}]]></category>`;
  const config = { ...testConfig, tags: { food: { es: 'Comida', en: 'Food' } } };
  const terms = term('comida-bebida', 'Comida &amp; bebida') + term('x', 'Food') + term('ninos-2', 'Niños');
  const { values } = await readChannelOf(item('', terms), { config });
  expect(values['post-1']?.tags).toEqual(['comida-bebida', 'food', 'ninos-2']);
});

describe('a text that costs much for its size', () => {
  const LENGTH = 300_000;
  const openings =
    '< <a <pre <pre> <code> <script <style> <!-- [caption [caption] [a] [a-b] [embed] [[ <p>x</p></p>'.split(' ');

  // Each takes minutes if every opening looks for its end again.
  test.each([
    ...openings,
    '<!-- wp:x {',
    '<!-- wp:block {"ref":',
    'x\n',
    ' \n',
    'https://a.b/c\n',
    '<a href="/">',
    '[code]',
    '[code',
    '<!-- wp:verse -->',
    '<!-- wp:group -->',
    '<!-- wp:a {"b":{ -->',
    '<sup data-fn=',
  ])('is read once, however often it has %j', (part) => {
    const text = part.repeat(LENGTH / part.length);
    const lines: number[] = [];
    const html = contentToHtml(`x ${text} x`, { index: createExportIndex(), id: '1' }, (line) => lines.push(line));
    expect(html.length).toBeLessThan(10 * LENGTH);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  test.each(['#', '/uploads/s'])('may have a picture whose address is %j, again and again', (part) => {
    const find = uploadFinder(undefined, createExportIndex());
    expect(find(`${part.repeat(LENGTH / part.length)}\n#`)).toHaveProperty('problem');
  });

  test.each([
    ['a reusable block', '<!-- wp:block {"ref":7} /-->\n'.repeat(3_000)],
    ['a gallery of all pictures', '[gallery]'.repeat(3_000)],
    ['a gallery of named ones', `[gallery ids="${'8,'.repeat(3_000)}"]`],
  ])('is refused if it consists of %s that it names 3,000 times', async (_, content) => {
    const long = 'x'.repeat(200_000);
    const block = item(`<p>${long}</p>`, '', { id: 7, type: 'wp_block' });
    const picture = item('', `<excerpt:encoded>${long}</excerpt:encoded><wp:post_parent>1</wp:post_parent>`, {
      id: 8,
      type: 'attachment',
    });
    const { problems } = await readChannelOf(item(content) + block + picture + item('<p>b</p>', '', { id: 2 }));
    expect(problems).toEqual([
      'a.xml:5: languages.es.body: with its reusable blocks and galleries, the text has more than 4 MB',
    ]);
  });

  test('is read if its author has a long name, in each of 1,500 posts', async () => {
    const author = `<wp:author><wp:author_login>ana</wp:author_login><wp:author_display_name>${'Ana &amp;amp; '.repeat(10_000)}</wp:author_display_name></wp:author>`;
    const posts = Array.from({ length: 1_500 }, (_, index) =>
      item('', '<dc:creator>ana</dc:creator>', { id: index + 1 }),
    );
    const { items } = await readChannelOf(author + posts.join(''));
    expect(items).toHaveLength(1_500);
    expect(items[0]?.value).toMatchObject({ author: expect.stringMatching(/^Ana & Ana & /) });
  });

  test('is read if it had 5,000 names at a long address', async () => {
    const former = Array.from(
      { length: 5_000 },
      (_, index) =>
        `<wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>b${index}</wp:meta_value></wp:postmeta>`,
    );
    const link = `<link>https://a.example/${'a/'.repeat(60_000)}b</link><wp:post_name>b</wp:post_name>`;
    const { values } = await readChannelOf(item('', link + former.join('')));
    // One more than an item may have, so that it is refused for that.
    expect(values['post-1']?.languages.es?.oldAddresses).toHaveLength(MAX_IMPORTED_ADDRESSES + 1);
  });

  test('is read if 3,000 posts say that they are the languages of one item', async () => {
    const group = '<category domain="post_translations" nicename="g">g</category>';
    const posts = Array.from({ length: 3_000 }, (_, index) => item('<a href="/?p=5">a</a>', group, { id: index + 1 }));
    const { problems, items } = await readChannelOf(posts.join(''));
    expect(items).toHaveLength(1);
    expect(problems).toHaveLength(2_999);
  });
});

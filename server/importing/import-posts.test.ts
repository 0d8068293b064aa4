import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { auditLog } from '#core/audit/audit-log.ts';
import { contentCollections } from '#core/content/collections.ts';
import type { Collection } from '#core/documents/collection.ts';
import { files } from '#core/files/site-file.ts';
import { fileCollectionsIn } from '#core/files/stage-file.ts';
import { createPublishedContent } from '#core/public-content/published-content-reader.ts';
import { testConfig } from '../../test/helpers/content/create-content-site.ts';
import { acceptPictures } from '../../test/helpers/importing/accept-pictures.ts';
import { writeFiles } from '../../test/helpers/importing/read-with.ts';
import { type ImportSettings, importFiles } from './import-files.ts';

const POSTS = 200;

const fixtures = fileURLToPath(new URL('../../adapters/item-files', import.meta.url));

/** A site, and a function that imports a path into it. */
function createTarget() {
  const collections = [...contentCollections, ...fileCollectionsIn([]), auditLog as Collection];
  const store = createMemoryDocumentStore({ collections });
  const target = {
    store,
    files: createMemoryFileStore(),
    pictures: acceptPictures,
    config: testConfig,
    actor: { kind: 'command-line' } as const,
  };
  return {
    store,
    content: createPublishedContent({ store, config: testConfig }),
    bring: (path: string, settings: ImportSettings) => importFiles(target, [path], { type: 'notice', ...settings }),
  };
}

/** Every fifth post is in two languages. */
const languagesOf = (index: number) => (index % 5 === 0 ? ['es', 'en'] : ['es']);

const day = (index: number) => new Date(Date.UTC(2015, 0, 1 + index)).toISOString().slice(0, 10);

/** The folder of a site of Hugo with posts, some in two languages, each with a picture and a link to the one before. */
function hugoSite(): Promise<string> {
  const posts = Array.from({ length: POSTS }, (_, index) =>
    languagesOf(index).map((language): [string, string] => {
      const before = index === 0 ? '' : `Antes: [uno](post-${index - 1}.es.md).`;
      const properties = `title: Post ${index} ${language}\ndate: ${day(index)}\ntags: [a, b]\naliases: [/p/${language}/${index}]`;
      const text = `Un *texto* con <kbd>HTML</kbd>. ${before}\n\n## Una parte\n\n- uno\n- dos\n\n![Dibujo](/dibujo.svg)\n`;
      return [`content/posts/post-${index}.${language}.md`, `---\n${properties}\n---\n\n${text}`];
    }),
  );
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><path d="M0 0"/></svg>';
  return writeFiles({ ...Object.fromEntries(posts.flat()), 'hugo.toml': '', 'static/dibujo.svg': drawing });
}

/** The folder of an export of WordPress with Polylang, with as many posts. */
async function wordPressExport(): Promise<string> {
  const posts = Array.from({ length: POSTS }, (_, index) =>
    languagesOf(index).map((language, at) => {
      const id = 100 + index * 2 + at;
      const link = `https://www.ribera.example/${language}/${day(index).replaceAll('-', '/')}/post-${index}/`;
      const before = `<a href="https://ribera.example/?p=${id - 2}">antes</a>`;
      return `<item><title>Post ${index} ${language}</title><link>${link}</link><dc:creator>ana</dc:creator>
<content:encoded><![CDATA[<!-- wp:paragraph -->\n<p>Un <em>texto</em>, ${before}.</p>\n<!-- /wp:paragraph -->
<figure class="wp-block-image"><img src="/wp-content/uploads/2019/05/sala-300x200.svg" alt="Sala"/></figure>]]></content:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>${day(index)} 10:00:00</wp:post_date_gmt><wp:post_name>post-${index}</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain="post_tag" nicename="a">A</category>
<category domain="language" nicename="${language}">x</category><category domain="post_translations" nicename="pll_${index}">x</category></item>\n`;
    }),
  );
  const folder = await writeFiles({});
  const head = '<?xml version="1.0"?>\n<rss><channel><link>https://www.ribera.example</link>\n';
  await writeFile(join(folder, 'export.xml'), `${head}${posts.flat().join('')}</channel></rss>\n`);
  await cp(join(fixtures, 'wordpress/fixtures/uploads'), join(folder, 'uploads'), { recursive: true });
  return folder;
}

test.each([
  { format: 'markdown', site: hugoSite, path: 'content', settings: {}, slug: 'post-5' },
  { format: 'wordpress', site: wordPressExport, path: 'export.xml', settings: { media: 'uploads' }, slug: 'post-5' },
] as const)('$format: hundreds of posts are imported; a second time nothing changes', async (given) => {
  const folder = await given.site();
  const { bring, content } = createTarget();
  const settings: ImportSettings = {
    format: given.format,
    ...('media' in given.settings && { media: join(folder, given.settings.media) }),
  };
  const report = await bring(join(folder, given.path), settings);
  expect(report).toMatchObject({
    imported: POSTS,
    unchanged: 0,
    refused: 0,
    problems: [],
    drafts: [],
    gone: [],
  });
  // Some posts link to a language that the post before lacks.
  expect(report.notes.filter((note) => !note.includes('leads to nothing that is imported'))).toEqual([]);
  expect(await content.resolve('en', 'notice', given.slug)).toMatchObject({
    kind: 'item',
    publication: {
      title: 'Post 5 en',
      firstPublishedAt: Date.parse(given.format === 'markdown' ? `${day(5)}T00:00:00-06:00` : `${day(5)}T10:00:00Z`),
    },
    alternates: { es: given.slug, en: given.slug },
  });
  expect(await bring(join(folder, given.path), settings)).toMatchObject({ imported: 0, unchanged: POSTS, refused: 0 });
});

test('files in the shapes of Hugo, Astro and WordPress are imported, and their old addresses lead to them', async () => {
  const { bring, content, store } = createTarget();
  const hugo = await bring(join(fixtures, 'markdown/fixtures/hugo/content'), { format: 'markdown' });
  expect(hugo).toMatchObject({ imported: 2, problems: [] });
  const astro = await bring(join(fixtures, 'markdown/fixtures/astro/src/content'), {
    format: 'markdown',
    lenient: true,
  });
  expect(astro).toMatchObject({ imported: 1, problems: [] });
  const wordPress = await bring(join(fixtures, 'wordpress/fixtures/polylang.xml'), {
    format: 'wordpress',
    media: join(fixtures, 'wordpress/fixtures/uploads'),
  });
  expect(wordPress, 'three posts and three attachments').toMatchObject({ imported: 6, problems: [] });
  const library = (await store.runQuery({ collection: files.name })).map(({ data }) => data);
  expect(library).toContainEqual(
    expect.objectContaining({ languages: { es: { alt: 'La sala vacía' } }, sourceLanguage: 'es', isKept: true }),
  );
  expect(await content.resolve('es', 'notice', 'resonancia-paso-a-paso')).toMatchObject({ kind: 'item' });
  expect(await content.resolve('es', 'notice', 'sala-nueva')).toMatchObject({ kind: 'item' });
  for (const [path, slug] of [
    ['/2019/05/resonancia', 'resonancia-paso-a-paso'],
    ['/2019/05/sala-nueva', 'sala-nueva'],
  ] as const) {
    expect(await content.followImported(path)).toMatch(new RegExp(`/${slug}$`));
  }
});

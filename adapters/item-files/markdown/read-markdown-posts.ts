import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ItemReader, ReaderOptions } from '#core/importing/item-reader.ts';
import { type FindPicture, pictureFinder } from '../find-pictures.ts';
import { fixedPagesAmong } from '../foreign-names.ts';
import { joinLanguages } from '../join-languages.ts';
import { findItemFiles, reasonOf } from '../read-item-files.ts';
import { convertPost } from './convert-post.ts';
import { type FormerSite, readFormerSite } from './former-site.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';
import { linkFinder } from './post-links.ts';
import { type PostPlace, readPlace, withForeignLanguages } from './post-place.ts';
import { type Post, readPost } from './read-post.ts';

const SECTION = 'the text of a section is left out: the site makes its lists';

const EXTENSIONS = ['.md', '.mdx', '.markdown'];

/**
 * Reads posts in Markdown with front matter, as Astro and Hugo have them. The languages of a post are told by a suffix of the
 * file, a folder, or a property; they are together if they have the same path otherwise, or the same `translationKey`.
 */
export const readMarkdownPosts: ItemReader = async function* (paths, options) {
  const found: FoundPost[] = [];
  /** Pages of sections, which have a text of their own. */
  const sections: { file: string; line: number }[] = [];
  for (const path of paths) {
    for await (const file of findItemFiles(path, EXTENSIONS)) {
      if ('problem' in file) yield { file: file.file, line: 1, unreadable: file.problem };
      else {
        const front = await readFile(file.file).then(frontMatterOf, asFault);
        // The page of a section: lists are made by the site.
        if (front.ok && /^_index\./.test(basename(file.file))) {
          if (front.body.trim() !== '') sections.push({ file: file.file, line: front.bodyLine });
          continue;
        }
        if (front.ok) found.push({ ...file, front });
        else yield { file: file.file, line: front.line, unreadable: front.message };
      }
    }
  }
  for (const { file, line } of options.lenient ? [] : sections)
    yield { file, line, unreadable: `${SECTION} (refused without --lenient)` };
  const posts = readPosts(options, found);
  const finders = new Map(
    [...new Set(posts.map(({ root }) => root))].map((root) => [root, pictureFinder(root, options.media)]),
  );
  const linkTo = linkFinder(posts);
  for (const group of Map.groupBy(posts, ({ group }) => group).values()) {
    if (options.lenient) {
      for (const { file, line } of sections.splice(0))
        group[0]?.findings.notes.push({ path: [], message: `${file}:${line}: ${SECTION}`, lineInText: 1 });
    }
    const [first, ...others] = group.map((post) =>
      convertPost(options, post, {
        findPicture: finders.get(post.root)?.(post.file) as FindPicture,
        linkTo: (href) => linkTo(post.file, href),
      }),
    );
    if (first && group[0]) yield joinLanguages(options, group[0], [first, ...others]);
  }
};

type FoundPost = Pick<Post, 'file' | 'root' | 'front'>;

function frontMatterOf(bytes: Uint8Array): FrontMatter {
  try {
    return readFrontMatter(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return asFault(error);
  }
}

function asFault(error: unknown): FrontMatter & { ok: false } {
  return { ok: false, line: 1, message: `cannot be read: ${reasonOf(error)}` };
}

function readPosts(options: ReaderOptions, found: FoundPost[]): Post[] {
  const places = withForeignLanguages(found.map(({ file, root }) => readPlace(options.config, file, root)));
  const sites = new Map([...new Set(found.map(({ root }) => root))].map((root) => [root, readFormerSite(root)]));
  const posts = found.map((post, index) =>
    readPost(options, { ...post, site: sites.get(post.root) as FormerSite, place: places[index] as PostPlace }),
  );
  const grouped = withFixedPages(options, splitByDay(posts));
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const { group, id, longId } of grouped) {
    if (ids.has(group)) continue;
    // The same name in another folder, or on another day, is that of another item.
    ids.set(group, taken.has(id) ? longId : id);
    taken.add(ids.get(group) ?? id);
  }
  // All languages of an item have the id of its first file.
  return grouped.map((post) => {
    const id = ids.get(post.group) ?? post.id;
    const isLonger = id === post.longId && id !== post.id && !post.properties.has('slug');
    return { ...post, id, ...(isLonger && { slug: id }) };
  });
}

/** Posts that are pages of every site are languages of those. */
function withFixedPages({ config }: ReaderOptions, posts: Post[]): Post[] {
  const isPage = ({ type }: Post) =>
    config.contentTypes.some(({ key, appearsAs }) => key === type && appearsAs === 'page');
  const pages = fixedPagesAmong(posts.filter(isPage));
  return posts.map((post) => {
    const page = isPage(post) ? pages.get(post.group) : undefined;
    return page === undefined ? post : { ...post, id: page, longId: page, slug: page, group: `page ${page}` };
  });
}

/** Posts with the same name and language on several days are items of their own. */
function splitByDay(posts: Post[]): Post[] {
  const several = new Set(
    [...Map.groupBy(posts, ({ group }) => group)].flatMap(([group, own]) =>
      new Set(own.map(({ language }) => language)).size < own.length ? [group] : [],
    ),
  );
  return posts.map((post) =>
    several.has(post.group) && post.day ? { ...post, group: `${post.group} ${post.day}` } : post,
  );
}

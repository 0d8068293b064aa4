import type { ReaderOptions } from '#core/importing/item-reader.ts';
import { renderMarkdown } from '#core/markdown/render-markdown.ts';
import type { Problem } from '#core/problems/problem.ts';
import type { FindPicture } from '../find-pictures.ts';
import {
  accountFor,
  type ForeignText,
  type Members,
  membersOf,
  noteStrayLinks,
  readForeignHtml,
} from '../foreign-text.ts';
import type { LanguagePart } from '../join-languages.ts';
import { tallyMarkdown } from '../tally.ts';
import { anchorOf } from './post-links.ts';
import { type Post, readText } from './read-post.ts';
import { commonSyntaxes } from './syntaxes/blocks.ts';
import { mdxSyntaxes } from './syntaxes/mdx.ts';
import { templateSyntaxes } from './syntaxes/templates.ts';

/** A heading of the first level that a text begins with. */
const HEADING = /^\s*# +(\S.*?) *#* *(?:\n|$)/;

/** Renders the text of a post as HTML, with what Markdown of other programs has. */
export function renderPost(markdown: string, { isMdx, title = '' }: { isMdx: boolean; title?: string }) {
  const own = isMdx ? mdxSyntaxes() : /\{[{%]/.test(markdown) ? templateSyntaxes() : [];
  return renderMarkdown(markdown, { title, syntaxes: [...own, ...commonSyntaxes()], hasHtml: !isMdx });
}

export interface PostSurroundings {
  findPicture: FindPicture;
  linkTo(href: string): string;
}

/** Converts a post: its text and its properties. */
export function convertPost(options: ReaderOptions, post: Post, around: PostSurroundings): LanguagePart {
  const { properties, language } = post;
  const title = readText(properties.get('title')) ?? HEADING.exec(post.front.body)?.[1] ?? '';
  const text = convertText(options, post, title, around);
  const cover = coverOf(post, around.findPicture);
  const summary = readText(properties.get('summary'));
  const description = readText(properties.get('seo.description'));
  const said = membersOf(properties.get('seo')?.value);
  const seo = textsOf({
    title: said.title ?? readText(properties.get('seo.title')),
    description: said.description ?? (description === summary ? undefined : description),
  });
  const type = options.config.contentTypes.find(({ key }) => key === post.type);
  const values = [...fieldsOf(post)].map(([key, value]) => {
    const field = type?.fields.find((own) => own.key === key);
    const isFile = field?.kind === 'media' && typeof value === 'string';
    const found = isFile ? around.findPicture(value) : undefined;
    const isText = field?.kind === 'rich-text' && typeof value === 'string';
    const read = found && 'file' in found ? found : isText ? { markdown: value } : value;
    return { key, value: read, localized: field?.localized === true };
  });
  const of = (localized: boolean) =>
    Object.fromEntries(values.filter((value) => value.localized === localized).map(({ key, value }) => [key, value]));
  if (title === '') {
    post.findings.problems.push({ path: ['languages', language, 'title'], message: 'is missing', lineInText: 1 });
  }
  return {
    file: post.file,
    line: 1,
    language,
    content: {
      title: title.replace(/[*_`]/g, ''),
      slug: post.slug,
      summary,
      body: { tiptap: text.richText },
      seo,
      coverAlt: cover.alt,
      state: post.isDraft ? 'draft' : 'published',
      oldAddresses: post.addresses,
      fields: of(true),
    },
    fields: of(false),
    publishedAt: post.publishedAt,
    author: post.author,
    tags: post.tags,
    cover: cover.file,
    text,
    findings: post.findings,
    lineOf: (path) => lineOf(post, path),
  };
}

function convertText(
  options: ReaderOptions,
  post: Post,
  title: string,
  { findPicture, linkTo }: PostSurroundings,
): ForeignText {
  const { front, findings, language, file } = post;
  const path = ['languages', language, 'body'];
  const inFile = (line: number) => line + front.bodyLine - 1;
  const isMdx = /\.mdx$/i.test(file);
  const page = renderPost(front.body, { isMdx, title });
  if (!page.ok) {
    for (const { line, message } of page.problems) findings.problems.push({ path, message, lineInText: inFile(line) });
    return { richText: { type: 'doc', content: [] }, lines: [] };
  }
  for (const { line, message, ...how } of page.lost) findings.lose({ path, message, lineInText: inFile(line) }, how);
  const linkWithin = (href: string) => (/^#./.test(href) ? `#${anchorOf(front.body, href.slice(1))}` : linkTo(href));
  const place = { path, lineOf: (line: number) => inFile(page.lineOf(line)) };
  const text = readForeignHtml(options, page.html, { fileOf: findPicture, linkTo: linkWithin }, place, findings);
  noteStrayLinks(text, path, findings, post.site.hosts);
  accountFor(tallyMarkdown(front.body, isMdx), text, { path, lineOf: inFile, title }, findings);
  return text;
}

function coverOf(
  { properties, language, findings }: Post,
  findPicture: FindPicture,
): { file?: string; alt?: string | undefined } {
  const property = properties.get('cover');
  const value: unknown = Array.isArray(property?.value) ? property.value[0] : property?.value;
  const given: Members = typeof value === 'string' ? { src: value } : membersOf(value);
  const src = [given.src, given.url, given.image, given.file, given.path].find(
    (name) => typeof name === 'string' && name !== '',
  );
  const alt = readText(properties.get('coverAlt')) ?? (typeof given.alt === 'string' ? given.alt : undefined);
  if (!property || typeof src !== 'string') return {};
  const found = findPicture(src);
  if ('file' in found) return { alt, file: found.file };
  const message = `the cover "${src}" is left out: ${found.problem}`;
  findings.lose({ path: ['languages', language, property.name], message, lineInText: property.line });
  return {};
}

const textsOf = (members: Members) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => typeof value === 'string'));

/** The values of fields: those under `fields`, and those by themselves. */
function fieldsOf({ properties }: Post): Map<string, unknown> {
  const all = new Map(Object.entries(membersOf(properties.get('fields')?.value)));
  for (const [member, { value }] of properties) {
    if (member.startsWith('fields.')) all.set(member.slice('fields.'.length), value);
  }
  return all;
}

/** The line of the property that a member comes from. */
function lineOf({ properties, front }: Post, path: Problem['path']): number {
  const names = path[0] === 'oldAddresses' ? ['aliases'] : path;
  const members = names.map((_, index) => names.slice(0, index + 1).join('.')).reverse();
  const property = members.map((member) => properties.get(member)).find((found) => found !== undefined);
  return property?.line ?? (path[0] === 'body' ? front.bodyLine : 1);
}

import type { DirectiveReader } from '../markdown/convert-tokens.ts';
import { type RichTextNode, siteBlockAttributesOf, siteBlocksIn } from '../rich-text/rich-text.ts';
import type { RichTextProblem } from '../rich-text/rich-text-problems.ts';
import { mostItems, readSiteBlock, type SiteBlockProblem, siteBlockAttributes } from './read-site-block.ts';
import type { SiteBlock, SiteBlockField } from './site-block.ts';

/** What is wrong with the blocks of the site in a text, by their definitions. */
export function siteBlockProblems(
  definitions: readonly SiteBlock[],
  node: RichTextNode,
  path: (string | number)[] = [],
): RichTextProblem[] {
  if (node.type === 'siteBlock') {
    return sentencesAbout(definitions, node).map((message) => ({ path: [...path, 'attrs'], message }));
  }
  return (node.content ?? []).flatMap((child, index) =>
    siteBlockProblems(definitions, child, [...path, 'content', index]),
  );
}

/**
 * Reads the directives of a site's blocks in Markdown.
 * @param tellsProblems whether what is wrong with a block is a problem of the Markdown
 */
export function directiveReader(definitions: readonly SiteBlock[], tellsProblems: boolean): DirectiveReader {
  return (kind, given) => {
    const attrs = siteBlockAttributes(definitions.find(({ key }) => key === kind) ?? { key: kind, fields: [] }, given);
    const block = { type: 'siteBlock', attrs: { ...attrs } };
    return { attrs, problems: tellsProblems ? sentencesAbout(definitions, block) : [] };
  };
}

/**
 * A text with those blocks as they stood in a former text that have the same contents. Nothing is wrong with them: programs can
 * write back what they read, whatever the definitions are by now.
 */
export function withFormerBlocks<T extends RichTextNode>(node: T, former: readonly RichTextNode[]): T {
  const known = new Map(former.flatMap(siteBlocksIn).map((block) => [membersOf(block), block]));
  const restore = <N extends RichTextNode>(at: N): N => {
    const same = at.type === 'siteBlock' ? known.get(membersOf(at)) : undefined;
    if (same) return { ...at, attrs: { ...at.attrs, ...siteBlockAttributesOf(same) } };
    return at.content ? { ...at, content: at.content.map(restore) } : at;
  };
  return known.size > 0 ? restore(node) : node;
}

/** The problems of blocks that are not in a former text. */
export function newSiteBlockProblems(
  definitions: readonly SiteBlock[],
  node: RichTextNode,
  former: readonly RichTextNode[],
): RichTextProblem[] {
  const known = new Set(former.flatMap(siteBlocksIn).map(membersOf));
  const withoutFormer = (at: RichTextNode): RichTextNode => {
    if (at.type === 'siteBlock') return known.has(membersOf(at)) ? { type: 'horizontalRule' } : at;
    return at.content ? { ...at, content: at.content.map(withoutFormer) } : at;
  };
  return siteBlockProblems(definitions, withoutFormer(node));
}

/** What a directive says about a block, which does not tell values from words. */
function membersOf(block: RichTextNode): string {
  const { kind, values, words } = siteBlockAttributesOf(block);
  const members = Object.entries({ ...values, ...words }).flatMap(([name, value]) =>
    value === '' ? [] : [[name, String(value)]],
  );
  return JSON.stringify([kind, members.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))]);
}

function sentencesAbout(definitions: readonly SiteBlock[], block: RichTextNode): string[] {
  const { kind } = siteBlockAttributesOf(block);
  const definition = definitions.find(({ key }) => key === kind);
  if (!definition) return [`the site has no block "${kind}"`];
  return readSiteBlock(definition, block).problems.map(({ field, problem }) => sentence(definition, field, problem));
}

function sentence({ key, fields }: SiteBlock, name: string, problem: SiteBlockProblem): string {
  const field = fields.find((one) => one.key === name);
  if (!field || problem === 'unknown') return `a block "${key}" has no field "${name}"`;
  const expected = expectedBy(field);
  return problem === 'required' ? `a block "${key}" needs ${name}: ${expected}` : `${name} must be ${expected}`;
}

function expectedBy(field: SiteBlockField): string {
  switch (field.kind) {
    case 'text':
      return `a text${field.multiline ? '' : ' on one line'}${field.maxLength ? ` of at most ${field.maxLength} characters` : ''}`;
    case 'url':
      return `an address that begins with https://${field.hosts ? ` and leads to ${field.hosts.join(', ')}` : ''}`;
    case 'number': {
      const { minimum, maximum } = field;
      return `a number${minimum === undefined ? '' : ` from ${minimum}`}${maximum === undefined ? '' : ` to ${maximum}`}`;
    }
    case 'boolean':
      return 'true or false';
    case 'date':
      return 'a date such as 2030-01-31';
    case 'choice':
      return `one of ${field.choices.map(({ value }) => value).join(', ')}`;
    case 'topic':
      return 'the key of a topic';
    case 'media':
      return 'the id of a media file';
    case 'link':
      return 'an address, or an item such as item:some-id';
    case 'items':
      return `at most ${mostItems(field)} items, each once, such as "item:some-id item:other-id"`;
  }
}

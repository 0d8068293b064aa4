import { MAX_ITEM_BYTES } from '#core/content-types/limits.ts';
import type { HtmlOptions } from '#core/html/convert-nodes.ts';
import { type HtmlLoss, parseHtml } from '#core/html/parse-html.ts';
import type { ReaderOptions } from '#core/importing/item-reader.ts';
import type { Problem } from '#core/problems/problem.ts';
import { linkToItem } from '#core/rich-text/link-target.ts';
import { linkTargets, plainText, type RichText } from '#core/rich-text/rich-text.ts';
import { findMissing, type Tally, tallyRichText } from './tally.ts';

/** Maximum characters of a text with what is filled in: what an item can hold, and four times that for its markup. */
export const MAX_FOREIGN_TEXT = 4 * MAX_ITEM_BYTES;

/** What a reader finds in a file. `lineInText` is the line in the file. */
export type Finding = Problem & { lineInText: number };

export interface Findings {
  problems: Finding[];
  notes: Finding[];
  /** The markup that is told to be left out. */
  leftOut: string[];
  /** Something that cannot be kept: a problem, or a note if the import is lenient, or `isKept` as something equal. */
  lose(finding: Finding, how?: Pick<HtmlLoss, 'isKept' | 'markup'>): void;
}

export function createFindings({ lenient = false }: Pick<ReaderOptions, 'lenient'>): Findings {
  const findings: Findings = {
    problems: [],
    notes: [],
    leftOut: [],
    lose: (finding, { isKept = false, markup } = {}) => {
      if (markup !== undefined) findings.leftOut.push(markup);
      if (lenient || isKept) findings.notes.push(finding);
      else findings.problems.push({ ...finding, message: `${finding.message} (refused without --lenient)` });
    },
  };
  return findings;
}

export interface ForeignText {
  richText: RichText;
  /** The line in the file of each block. */
  lines: number[];
}

/**
 * Reads a text that another program wrote, and finds what a rich text cannot have. If the import is lenient, headings that skip
 * levels are moved up.
 * @param place.path of the text in the item
 * @param place.lineOf the line in the file of a line in the HTML
 */
export function readForeignHtml(
  { lenient = false }: Pick<ReaderOptions, 'lenient'>,
  html: string,
  options: Pick<HtmlOptions, 'fileOf' | 'linkTo'>,
  { path, lineOf }: { path: Problem['path']; lineOf: (line: number) => number },
  findings: Findings,
): ForeignText {
  const result = parseHtml(html, { ...options, withLines: true });
  if (!result.ok) {
    findings.problems.push({ path, message: result.problem.replace(/\.$/, ''), lineInText: lineOf(1) });
    return { richText: { type: 'doc', content: [] }, lines: [] };
  }
  for (const { line, message, ...how } of result.lost ?? [])
    findings.lose({ path, message, lineInText: lineOf(line) }, how);
  const lines: number[] = [];
  let level = 1;
  const content = result.richText.content.map((block) => {
    const { line, ...attrs } = block.attrs ?? {};
    lines.push(lineOf(Number(line ?? 1)));
    if (block.type === 'heading') {
      const own = Number(attrs.level);
      const fitting = lenient ? Math.min(own, level + 1) : own;
      if (fitting < own) {
        const message = `a heading of level ${own} becomes one of level ${fitting}, because none may be skipped`;
        findings.notes.push({ path, message, lineInText: lines.at(-1) ?? 1 });
      }
      attrs.level = level = fitting;
    }
    const { attrs: _, ...rest } = block;
    return Object.keys(attrs).length > 0 ? { ...rest, attrs } : rest;
  });
  return { richText: { type: 'doc', content }, lines };
}

/**
 * Notes the links to paths that are left, which lead to no item of the import.
 * @param hosts of the former site, without www
 */
export function noteStrayLinks(
  { richText, lines }: ForeignText,
  path: Problem['path'],
  { notes }: Findings,
  hosts: ReadonlySet<string>,
): void {
  for (const [index, block] of richText.content.entries()) {
    for (const href of linkTargets(block)) {
      const host = URL.canParse(href) ? hostOf(href) : '';
      if (!/^\/[^/]/.test(href) && !hosts.has(host)) continue;
      const message = `the link "${href.slice(0, 200)}" leads to nothing that is imported; it stays`;
      notes.push({ path, message, lineInText: lines[index] ?? 1 });
    }
  }
}

/** Tells what is in a source and not in what was made of it, and of which nothing was told. */
export function accountFor(
  source: Tally,
  { richText }: ForeignText,
  { path, lineOf, title = '' }: { path: Problem['path']; lineOf: (line: number) => number; title?: string },
  { lose, leftOut }: Findings,
): void {
  for (const { line, message } of findMissing(source, tallyRichText(richText, title), leftOut))
    lose({ path, message, lineInText: lineOf(line) });
}

export interface Members {
  [name: string]: unknown;
}

/** The members of a value that has some. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

/** HTML as one line of text. */
export function plainLine(html: string): string {
  const result = /[<&]/.test(html) ? parseHtml(html) : undefined;
  const text = result?.ok ? plainText(result.richText) : html;
  return text.replace(/\s+/g, ' ').trim();
}

/** The index of the block in a path such as `languages.es.body.tiptap.content[2]`. */
export function blockOf(path: Problem['path']): number | undefined {
  const at = path.indexOf('content');
  const index = path[at + 1];
  return at >= 0 && typeof index === 'number' ? index : undefined;
}

/** An address of a former site; `hash` is without its sign. */
interface FormerAddress {
  path: string;
  query: URLSearchParams;
  hash: string;
}

/** The host of an address, without www. */
export function hostOf(address: string): string {
  return new URL(address).host.replace(/^www\./, '');
}

/**
 * Changes addresses of a former site to links to items, and leaves others.
 * @param hosts of the former site, without www
 * @param find the id of an item, and the anchor in it, or nothing
 */
export function changeLink(
  href: string,
  hosts: ReadonlySet<string>,
  find: (address: FormerAddress) => { id: string; anchor: string } | undefined,
): string {
  const address = href.trim();
  const isWhole = /^(?:https?:)?\/\//i.test(address);
  const isOwn =
    isWhole &&
    URL.canParse(address, 'https://a.example') &&
    hosts.has(hostOf(new URL(address, 'https://a.example').href));
  if (!isOwn && /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address)) return address;
  const [, path = '', query, hash = ''] =
    /^(?:(?:https?:)?\/\/[^/?#]+)?([^?#]*)(?:\?([^#]*))?(?:#(\S+))?/i.exec(address) ?? [];
  const found = find({ path, query: new URLSearchParams(query), hash });
  return found === undefined ? address : linkToItem(found.id) + (found.anchor === '' ? '' : `#${found.anchor}`);
}

import type { FieldValues } from '../content/item.ts';
import type { FieldDefinition } from '../content-types/content-type.ts';
import type { JsonValue } from '../documents/document-store.ts';
import type { LanguageChange, LanguageDraft, SharedChange, SharedDraft } from '../drafts/drafts.ts';
import { blockId } from '../rich-text/block-ids.ts';
import { itemOfLink } from '../rich-text/link-target.ts';
import {
  isRichText,
  PICTURE_TEXTS,
  type RichText,
  type RichTextMark,
  type RichTextNode,
  richTextValue,
  siteBlockAttributesOf,
} from '../rich-text/rich-text.ts';
import { isTextBlock, mergeRuns, nodesOfRuns, runsOfNodes } from '../shared-text/leaf-nodes.ts';
import type { Run } from '../shared-text/shared-text.ts';
import type { SiteBlock } from '../site-blocks/site-block.ts';

/** A text of a draft: a field, a block of a rich text, or the address of a link. */
export interface DraftTextPart {
  /** Unique in its draft: `title`, `field:steps/2`, `body/a1b2/0`, `body/a1b2/0/link/1`. */
  key: string;
  /** The field that it belongs to: `title`, `body`, `field:steps`. */
  field: string;
  /** The persistent id of its block of the body. */
  block?: string;
  isAddress: boolean;
  runs: readonly Run[];
  /** The runs before addresses of their links changed. */
  former: readonly Run[];
}

/** Decides about a text. @returns its new runs, or `undefined` if it stays */
export type EditText = (part: DraftTextPart) => readonly Run[] | undefined;

/** What the texts of a draft are found by. */
export interface TextDefinitions {
  /** Of the language, or the shared ones. */
  fields: readonly FieldDefinition[];
  /** The blocks of the site. */
  blocks: readonly SiteBlock[];
}

/** Visits the texts of a language in order; what it returns of them is the change of its draft, `undefined` if there is none. */
export function editLanguageTexts(
  draft: Omit<LanguageDraft, 'links' | 'minorEdits'>,
  definitions: TextDefinitions,
  edit: EditText,
): LanguageChange | undefined {
  const title = plain('title', draft.title, edit);
  const summary = plain('summary', draft.summary, edit);
  const body = richText('body', draft.body, definitions, edit);
  const fields = fieldTexts(draft.fields, definitions, edit);
  const coverAlt = plain('cover.alt', draft.coverAlt, edit);
  const author = plain('author.own', draft.author, edit);
  const seoTitle = plain('seo.title', draft.seo.title, edit);
  const seoDescription = plain('seo.description', draft.seo.description, edit);
  const seo = {
    ...(seoTitle !== undefined && { title: seoTitle }),
    ...(seoDescription !== undefined && { description: seoDescription }),
  };
  return orNone({
    ...(title !== undefined && { title }),
    ...(summary !== undefined && { summary }),
    ...(body && { body }),
    ...(fields && { fields }),
    ...(coverAlt !== undefined && { coverAlt }),
    ...(author !== undefined && { author }),
    ...(Object.keys(seo).length > 0 && { seo }),
  });
}

/** The same for the shared part. */
export function editSharedTexts(
  draft: Pick<SharedDraft, 'author' | 'fields'>,
  definitions: TextDefinitions,
  edit: EditText,
): SharedChange | undefined {
  const author = plain('author', draft.author, edit);
  const fields = fieldTexts(draft.fields, definitions, edit);
  return orNone({ ...(author !== undefined && { author }), ...(fields && { fields }) });
}

function orNone<Change extends object>(change: Change): Change | undefined {
  return Object.keys(change).length > 0 ? change : undefined;
}

function plain(key: string, text: string | undefined, edit: EditText, place: Partial<DraftTextPart> = {}) {
  const runs = text ? [{ text, marks: [] }] : [];
  const next = edit({ key, field: key, isAddress: false, runs, former: runs, ...place });
  return next?.map((run) => run.text).join('');
}

function fieldTexts(values: FieldValues, definitions: TextDefinitions, edit: EditText): FieldValues | undefined {
  return orNone(
    Object.fromEntries(
      definitions.fields.flatMap((field): [string, JsonValue][] => {
        // An emptied text is missing, and may be filled again.
        const value = values[field.key] ?? (field.kind === 'text' ? '' : undefined);
        const next = value === undefined ? undefined : fieldText(field, value, `field:${field.key}`, definitions, edit);
        return next === undefined ? [] : [[field.key, next]];
      }),
    ),
  );
}

function fieldText(
  field: FieldDefinition,
  value: JsonValue,
  key: string,
  definitions: TextDefinitions,
  edit: EditText,
): JsonValue | undefined {
  const place = { field: key.split('/', 1)[0] ?? key };
  if (field.kind === 'text') return typeof value === 'string' ? plain(key, value, edit, place) : undefined;
  if (field.kind === 'rich-text') {
    const next = isRichText(value) ? richText(key, value, definitions, edit) : undefined;
    return next && richTextValue(next);
  }
  if (field.kind !== 'list' || !Array.isArray(value)) return undefined;
  const { of } = field;
  const entries = value.map((entry, index) => {
    const own = `${key}/${index}`;
    if (of === 'text') return typeof entry === 'string' ? plain(own, entry, edit, place) : undefined;
    if (!Array.isArray(of) || typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
    const members = of.flatMap((member): [string, JsonValue][] => {
      const said = entry[member.key];
      if (member.kind !== 'text' || member.format === 'id' || typeof said !== 'string') return [];
      const next = plain(`${own}/${member.key}`, said, edit, place);
      return next === undefined ? [] : [[member.key, next]];
    });
    return members.length > 0 ? { ...entry, ...Object.fromEntries(members) } : undefined;
  });
  return entries.some((entry) => entry !== undefined)
    ? value.map((entry, index) => entries[index] ?? entry)
    : undefined;
}

/** A rich text with the texts of its blocks edited: formats, addresses, alternative texts, captions, words of blocks of the site. */
function richText(field: string, text: RichText, { blocks }: TextDefinitions, edit: EditText): RichText | undefined {
  const content = text.content.map((block, index) => {
    const id = blockId(block);
    const place = { field, ...(field === 'body' && id !== undefined && { block: id }) };
    let leaves = 0;
    const visit = (node: RichTextNode): RichTextNode => {
      const key = () => `${field}/${id ?? index}/${leaves++}`;
      if (isTextBlock(node.type)) return textBlock(node, key(), place, edit);
      if (node.type === 'image') return imageTexts(node, key(), place, edit);
      if (node.type === 'siteBlock') return siteBlockTexts(node, key(), place, blocks, edit);
      const inner = node.content?.map(visit);
      return inner?.some((child, at) => child !== node.content?.[at]) ? { ...node, content: inner } : node;
    };
    return visit(block);
  });
  return content.some((block, index) => block !== text.content[index]) ? { ...text, content } : undefined;
}

type Place = Pick<DraftTextPart, 'field' | 'block'>;

function textBlock(node: RichTextNode, key: string, place: Place, edit: EditText): RichTextNode {
  const isCode = node.type === 'codeBlock';
  const former = runsOfNodes(node.content ?? [], isCode);
  const linked = linkRuns(former, key, place, edit);
  const runs = edit({ ...place, key, isAddress: false, runs: linked, former }) ?? linked;
  return runs === former ? node : { ...node, content: nodesOfRuns(mergeRuns(runs, isCode), isCode) };
}

/** The runs with the addresses of their links edited; links to items have none. */
function linkRuns(runs: readonly Run[], key: string, place: Place, edit: EditText): readonly Run[] {
  let known: { from: string; to: string } | undefined;
  let count = 0;
  const next = runs.map((run) => {
    const from = hrefOf(run.marks);
    if (from === undefined || itemOfLink(from) !== undefined) {
      known = undefined;
      return run;
    }
    if (known?.from !== from) {
      known = { from, to: plain(`${key}/link/${count++}`, from, edit, { ...place, isAddress: true }) ?? from };
    }
    const { to } = known;
    if (to === from) return run;
    const marks = run.marks.map((mark) =>
      mark.type === 'link' ? { ...mark, attrs: { ...mark.attrs, href: to } } : mark,
    );
    return { ...run, marks };
  });
  return next.some((run, index) => run !== runs[index]) ? next : runs;
}

function hrefOf(marks: readonly RichTextMark[]): string | undefined {
  const href = marks.find(({ type }) => type === 'link')?.attrs?.href;
  return typeof href === 'string' ? href : undefined;
}

function imageTexts(node: RichTextNode, key: string, place: Place, edit: EditText): RichTextNode {
  const changed = PICTURE_TEXTS.flatMap((name): [string, string][] => {
    const said = node.attrs?.[name];
    const next = typeof said === 'string' ? plain(`${key}/${name}`, said, edit, place) : undefined;
    return next === undefined ? [] : [[name, next]];
  });
  return changed.length > 0 ? { ...node, attrs: { ...node.attrs, ...Object.fromEntries(changed) } } : node;
}

function siteBlockTexts(
  node: RichTextNode,
  key: string,
  place: Place,
  blocks: readonly SiteBlock[],
  edit: EditText,
): RichTextNode {
  const { kind, values, words } = siteBlockAttributesOf(node);
  const definition = blocks.find((block) => block.key === kind);
  const next = { values: { ...values }, words: { ...words } };
  let isChanged = false;
  for (const field of definition?.fields ?? []) {
    if (field.kind !== 'text' && field.kind !== 'url') continue;
    const group: { [name: string]: string | number | boolean } =
      field.kind === 'text' && field.localized ? next.words : next.values;
    const said = group[field.key];
    if (typeof said !== 'string') continue;
    const edited = plain(`${key}/${field.key}`, said, edit, { ...place, isAddress: field.kind === 'url' });
    if (edited === undefined) continue;
    group[field.key] = edited;
    isChanged = true;
  }
  return isChanged ? { ...node, attrs: { ...node.attrs, ...next } } : node;
}

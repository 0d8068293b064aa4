import type * as Y from 'yjs';
import type { FieldDefinition } from '../content-types/content-type.ts';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import { DRAFT_AUTHOR, DRAFT_COVER, DRAFT_TAGS } from '../drafts/draft-shape.ts';
import type { SharedChange, SharedDraft } from '../drafts/drafts.ts';
import { readFields, writeFields } from './fields.ts';
import { readText, writeText } from './values.ts';

/** Reads the draft of an item's shared part from its Yjs document. @param fields the shared ones of its type. */
export function readShared(doc: Y.Doc, fields: readonly FieldDefinition[]): SharedDraft {
  const author = readText(doc.getText(DRAFT_AUTHOR));
  const cover = readCover(doc.getMap(DRAFT_COVER));
  return {
    ...(author && { author }),
    tags: readTags(doc.getMap(DRAFT_TAGS)),
    ...(cover && { cover }),
    fields: readFields(doc, fields),
  };
}

/** Changes a Yjs document where it differs from the given members. */
export function writeShared(doc: Y.Doc, fields: readonly FieldDefinition[], change: SharedChange): void {
  if (change.author !== undefined) writeText(doc.getText(DRAFT_AUTHOR), change.author);
  if (change.tags || change.withTags || change.withoutTags) changeTags(doc.getMap(DRAFT_TAGS), change);
  if (change.cover !== undefined) writeCover(doc.getMap(DRAFT_COVER), change.cover);
  if (change.fields) writeFields(doc, fields, change.fields);
}

/** A tag's value is its position, so that the order written by a program is kept; tags added in the editor come last. */
function readTags(map: Y.Map<unknown>): string[] {
  const place = (tag: string) => {
    const value = map.get(tag);
    return typeof value === 'number' ? value : Number.MAX_SAFE_INTEGER;
  };
  return [...map.keys()]
    .filter(
      (tag) => map.get(tag) !== false && tag.length <= CONTENT_LIMITS.tag && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(tag),
    )
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .slice(0, CONTENT_LIMITS.tags);
}

function changeTags(
  map: Y.Map<unknown>,
  { tags = readTags(map), withTags = [], withoutTags = [] }: SharedChange,
): void {
  writeTags(
    map,
    [...new Set([...tags, ...withTags])].filter((tag) => !withoutTags.includes(tag)),
  );
}

function writeTags(map: Y.Map<unknown>, tags: string[]): void {
  const present = readTags(map);
  if (present.length === tags.length && present.every((tag, index) => tag === tags[index])) return;
  for (const tag of [...map.keys()]) if (!tags.includes(tag)) map.delete(tag);
  for (const [index, tag] of tags.entries()) if (map.get(tag) !== index) map.set(tag, index);
}

function readCover(map: Y.Map<unknown>): SharedDraft['cover'] {
  const media = map.get('media');
  return typeof media === 'string' && /^[0-9a-f]{32}$/.test(media) ? { media } : undefined;
}

/** Other members are from drafts in which the alternative text was shared by the languages. */
function writeCover(map: Y.Map<unknown>, cover: NonNullable<SharedChange['cover']> | null): void {
  for (const key of [...map.keys()]) if (key !== 'media' || !cover) map.delete(key);
  if (cover && map.get('media') !== cover.media) map.set('media', cover.media);
}

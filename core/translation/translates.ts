import type { UnitId } from '../content/translation-link.ts';
import { blockId } from '../rich-text/block-ids.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import type { Translates } from './link-units.ts';
import { blockUnitId } from './units.ts';

/**
 * What each block of a text that a program wrote translates, in order: the id of a block of the source, `null` for nothing, or
 * `undefined` if the program does not say. Other values are wrong (`translatesProblems`).
 */
export type BlockTranslates = readonly unknown[];

/**
 * Takes the attribute `translates` off the blocks of a text that a program wrote. It says something about a block, and is not
 * stored with it.
 * @param text a rich text that is not validated yet
 */
export function takeTranslates(text: unknown): { text: unknown; translates: BlockTranslates } {
  if (!isRecord(text) || !Array.isArray(text.content)) return { text, translates: [] };
  const translates: unknown[] = [];
  const content = text.content.map((block: unknown, index) => {
    if (!isRecord(block) || !isRecord(block.attrs) || !Object.hasOwn(block.attrs, 'translates')) return block;
    const { translates: said, ...attrs } = block.attrs;
    translates[index] = said;
    return { ...block, attrs };
  });
  return { text: { ...text, content }, translates };
}

/**
 * The statements that are wrong, with the indexes of their blocks.
 * @param sourceIds the ids of the source's blocks; without them, the text is not a translation
 */
export function translatesProblems(
  translates: BlockTranslates,
  sourceIds: ReadonlySet<string> | undefined,
): { index: number; message: string }[] {
  return translates.flatMap((said, index) => {
    const message = said === undefined ? undefined : problemOf(said, sourceIds);
    return message === undefined ? [] : [{ index, message }];
  });
}

function problemOf(said: unknown, sourceIds: ReadonlySet<string> | undefined): string | undefined {
  if (said !== null && typeof said !== 'string') return 'translates must be the id of a block of the source, or null';
  if (!sourceIds) return 'only a block of a translation translates one of the source';
  return said === null || sourceIds.has(said) ? undefined : 'the source has no block with this id';
}

/** The statements by unit, once the blocks have ids. */
export function translatesByUnit({ content }: RichText, translates: BlockTranslates = []): Translates {
  return new Map(
    content.flatMap((block, index): [UnitId, UnitId | null][] => {
      const [id, said] = [blockId(block), translates[index]];
      if (id === undefined || (said !== null && typeof said !== 'string')) return [];
      return [[blockUnitId(id), said === null ? null : blockUnitId(said)]];
    }),
  );
}

function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

import type { MinorEdit, TranslationLinks } from '#core/content/translation-link.ts';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import {
  type LinkedText,
  linksOfWritten,
  relink,
  type Translates,
  writtenBlocks,
} from '#core/translation/link-units.ts';
import { blockUnits, type Unit } from '#core/translation/units.ts';
import type { Random } from '../random.ts';
import type { ModelBlock } from './translation-model.ts';

/** A block of a played text: its id is that of its unit. */
export interface PlayedBlock extends ModelBlock {
  kind: 'paragraph' | 'heading';
}

/** A text of the play: its title is its first unit. */
export interface PlayedText {
  title: string;
  blocks: PlayedBlock[];
}

/** Who writes the translation: a person in the editor, or a program. */
export type Writer = 'person' | 'program';

export interface Play {
  source: PlayedText;
  translation: PlayedText;
  links: TranslationLinks;
  minorEdits: MinorEdit[];
}

export const linkedText = ({ title, blocks }: PlayedText): LinkedText => {
  const body = { type: 'doc' as const, content: blocks.map(nodeOf) };
  const [titleUnit] = blockUnits({
    type: 'doc',
    content: [nodeOf({ id: 'block:title', words: title, kind: 'paragraph' })],
  });
  const units: Unit[] = titleUnit ? [{ ...titleUnit, id: 'title' }] : [];
  return { units: [...units, ...blockUnits(body)], body };
};

function nodeOf({ id, words, kind }: PlayedBlock): RichTextNode {
  return {
    type: kind,
    attrs: { id: id.slice('block:'.length), ...(kind === 'heading' && { level: 2 }) },
    ...(words && { content: [{ type: 'text', text: words }] }),
  };
}

/** Changes the translation, and links what was written as the editor or the use case of programs does. */
export function write(play: Play, writer: Writer, next: PlayedText, translates?: Translates): void {
  const [before, after, source] = [linkedText(play.translation), linkedText(next), linkedText(play.source)];
  if (writer === 'program') {
    play.links = relink(source, after, { ...before, links: play.links }, translates);
  } else {
    const written = new Set(writtenBlocks(play.translation.blocks, next.blocks));
    if (play.translation.title === '' && next.title !== '') written.add('title');
    play.links = { ...play.links, ...linksOfWritten(source, after, play.links, written) };
  }
  play.translation = next;
}

const newName = (random: Random) => `${random(2 ** 31).toString(36)}${random(2 ** 31).toString(36)}`;

/** Words that nobody wrote before. */
export function newWords(random: Random): string {
  return Array.from({ length: 4 + random(4) }, () => newName(random)).join(' ');
}

export function newBlock(random: Random, words = newWords(random)): PlayedBlock {
  return { id: `block:${newName(random)}`, kind: random(4) === 0 ? 'heading' : 'paragraph', words };
}

/** The blocks with one inserted, replaced or removed. */
export function spliced(blocks: PlayedBlock[], at: number, remove: number, ...insert: PlayedBlock[]): PlayedBlock[] {
  return blocks.toSpliced(at, remove, ...insert);
}

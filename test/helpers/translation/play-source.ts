import { minorEditsFor } from '#core/translation/translation-state.ts';
import type { Random } from '../random.ts';
import type { createTranslationModel } from './translation-model.ts';
import { linkedText, newBlock, newWords, type Play, type PlayedBlock, spliced } from './translation-play.ts';

/** A step that can be played now. */
export interface Action {
  name: string;
  run(): void;
}

interface SourceScene {
  random: Random;
  play: Play;
  model: ReturnType<typeof createTranslationModel>;
  /** Deleted blocks with their former places, for undo. */
  deleted: [number, PlayedBlock][];
}

/** Actions on the source, random each time. */
export function sourceActions({ random, play, model, deleted }: SourceScene): Action[] {
  const { blocks } = play.source;
  const actions: Action[] = [];
  const add = (name: string, run: () => PlayedBlock[]) =>
    actions.push({ name: `source: ${name}`, run: () => (play.source = { ...play.source, blocks: run() }) });
  const at = random(blocks.length || 1);
  const block = blocks[at];
  const next = blocks[at + 1];
  const title = random(4) === 0 ? '' : newWords(random);
  actions.push({ name: 'source: title', run: () => (play.source = { ...play.source, title }) });
  if (blocks.length < 14) {
    const made = newBlock(random);
    add(`insert ${made.id} at ${at}`, () => spliced(blocks, at, 0, made));
  }
  const [place, gone] = deleted.at(-1) ?? [];
  if (gone) {
    add(`undo the deletion of ${gone.id}`, () => {
      deleted.pop();
      return spliced(blocks, place ?? 0, 0, gone);
    });
  }
  if (!block) return actions;
  add(`delete ${block.id}`, () => {
    deleted.push([at, block]);
    return spliced(blocks, at, 1);
  });
  add(`move ${block.id}`, () => spliced(spliced(blocks, at, 1), random(blocks.length), 0, block));
  const change = (name: string, part: Partial<PlayedBlock>) =>
    add(`${name} ${block.id}`, () => spliced(blocks, at, 1, { ...block, ...part }));
  change('edit', { words: `${block.words} ${newWords(random)}`.trim() });
  change('write anew', { words: newWords(random) });
  if (random(3) === 0) change('empty', { words: '' });
  change('kind of', { kind: block.kind === 'heading' ? 'paragraph' : 'heading' });
  const [first, ...rest] = block.words.split(' ');
  if (rest.length > 1) {
    const tail = newBlock(random, rest.slice(1).join(' '));
    add(`split ${block.id}`, () => spliced(blocks, at, 1, { ...block, words: `${first} ${rest[0]}` }, tail));
  }
  if (next && block.words !== '' && next.words !== '') {
    add(`merge ${block.id} with ${next.id}`, () =>
      spliced(blocks, at, 2, { ...block, words: `${block.words} ${next.words}` }),
    );
  }
  if (block.words !== '') {
    actions.push({
      name: `source: minor edit of ${block.id}`,
      run: () => {
        model.minorEdit(block.id, block.words);
        const units = linkedText(play.source).units.filter(({ id }) => id === block.id);
        play.minorEdits = [...play.minorEdits, ...minorEditsFor(units, [play.links], play.minorEdits)];
      },
    });
  }
  return actions;
}

import { likelySource, linkTo, structureOf } from '#core/translation/link-units.ts';
import { translationReport } from '#core/translation/translation-state.ts';
import type { Random } from '../random.ts';
import { type Action, sourceActions } from './play-source.ts';
import { createTranslationModel, type ModelBlock, type ModelState } from './translation-model.ts';
import {
  linkedText,
  newBlock,
  newWords,
  type Play,
  type PlayedBlock,
  type PlayedText,
  spliced,
  type Writer,
  write,
} from './translation-play.ts';

/** How many steps a play goes before it begins again with nothing. */
const LENGTH = 60;

/**
 * Plays random steps of a source and its translation, by people and programs, and compares what Meki says of them with the
 * model after each.
 * @returns the first difference, with the steps that led to it
 */
export function playTranslation(random: Random, steps: number): object | undefined {
  for (let step = 0; step < steps; ) {
    const scene = createScene(random);
    const done: string[] = [];
    for (let at = 0; at < LENGTH && step < steps; at++, step++) {
      const action = pick(random, scene.actions());
      done.push(action.name);
      action.run();
      const [actual, expected] = scene.compare();
      if (JSON.stringify(actual) !== JSON.stringify(expected)) {
        return { step, done, actual, expected, play: scene.play };
      }
    }
  }
  return undefined;
}

function createScene(random: Random) {
  const play: Play = {
    source: { title: '', blocks: [newBlock(random), newBlock(random), newBlock(random)] },
    translation: { title: '', blocks: [] },
    links: {},
    minorEdits: [],
  };
  const model = createTranslationModel();
  const deleted: { source: [number, PlayedBlock][]; translation: [number, PlayedBlock][] } = {
    source: [],
    translation: [],
  };
  const unitsOf = ({ title, blocks }: PlayedText): ModelBlock[] => [{ id: 'title', words: title }, ...blocks];
  const sourceWords = (id: string | undefined) =>
    unitsOf(play.source).find((unit) => unit.id === id)?.words || undefined;
  const isSaying = ({ words }: ModelBlock) => words !== '';
  const states = () => model.states(unitsOf(play.source), unitsOf(play.translation));
  const setBlocks = (writer: Writer, blocks: PlayedBlock[], translates?: Map<string, string | null>) =>
    write(play, writer, { ...play.translation, blocks }, translates);

  /** Source blocks that nothing in the translation is for, not even an empty block. */
  const unserved = () => {
    const served = new Set(play.translation.blocks.map(({ id }) => model.sourceOf(id)));
    return play.source.blocks.filter((block) => isSaying(block) && !served.has(block.id));
  };
  /** Whether the blocks of the translation are in the order of their sources. */
  const isInOrder = () => {
    const places = play.translation.blocks
      .map(({ id }) => play.source.blocks.findIndex((block) => block.id === model.sourceOf(id)))
      .filter((place) => place >= 0);
    return places.every((place, index) => index === 0 || (places[index - 1] as number) <= place);
  };
  /** Where the translation of a source block belongs: after the counterpart of what is before it. */
  const placeFor = (source: PlayedBlock) => {
    const before = play.source.blocks.slice(0, play.source.blocks.indexOf(source)).map(({ id }) => id);
    return play.translation.blocks.findLastIndex(({ id }) => before.includes(model.sourceOf(id) ?? '')) + 1;
  };
  /** What a change of the words of a unit of the translation makes of it. */
  const edited = (writer: Writer, unit: string) => {
    const of = model.sourceOf(unit);
    const now = sourceWords(of);
    if (writer === 'program' && of !== undefined && now !== undefined) model.translated(unit, of, now);
  };

  /** Actions on the whole of the translation. */
  function translationActions(): Action[] {
    const { blocks } = play.translation;
    const writer: Writer = random(2) === 0 ? 'person' : 'program';
    const actions: Action[] = [];
    const add = (name: string, run: () => void) => actions.push({ name: `${writer}: ${name}`, run });
    const title = random(4) === 0 ? '' : newWords(random);
    add(title === '' ? 'empty the title' : 'write the title', () => {
      const isFirst = play.translation.title === '';
      write(play, writer, { ...play.translation, title });
      const now = sourceWords('title');
      const isMade = title !== '' && now !== undefined && (isFirst || writer === 'program');
      if (isMade) model.translated('title', 'title', now);
      else if (title !== '' && model.sourceOf('title') === undefined) model.translated('title', 'title', '');
    });
    const free = unserved();
    const wanted = free[random(free.length || 1)];
    const first = free[0];
    if (first && isInOrder()) {
      const made = { ...newBlock(random), kind: first.kind };
      add(`translate ${first.id} where it belongs, as ${made.id}`, () => {
        setBlocks(writer, spliced(blocks, placeFor(first), 0, made));
        model.translated(made.id, first.id, first.words);
      });
    }
    if (wanted) {
      const made = newBlock(random);
      const somewhere = random(blocks.length + 1);
      actions.push({
        name: `program: say that ${made.id} translates ${wanted.id}`,
        run: () => {
          setBlocks('program', spliced(blocks, somewhere, 0, made), new Map([[made.id, wanted.id]]));
          model.translated(made.id, wanted.id, wanted.words);
        },
      });
      actions.push({
        name: `person: add an empty block for ${wanted.id}`,
        run: () => {
          const empty = newBlock(random, '');
          const unit = linkedText(play.source).units.find(({ id }) => id === wanted.id);
          setBlocks('person', spliced(blocks, placeFor(wanted), 0, { ...empty, kind: wanted.kind }));
          if (unit) play.links = { ...play.links, [empty.id]: linkTo(unit) };
          model.translated(empty.id, wanted.id, wanted.words);
        },
      });
    }
    const extra = newBlock(random);
    const place = random(blocks.length + 1);
    if (blocks.length < 14) {
      const writes = free.length === 0 ? writer : 'program';
      actions.push({
        name: `${writes}: write ${extra.id}, which translates nothing`,
        run: () => {
          setBlocks(writes, spliced(blocks, place, 0, extra), new Map(free.length > 0 ? [[extra.id, null]] : []));
          model.wroteExtra(extra.id);
        },
      });
    }
    const [back, gone] = deleted.translation.at(-1) ?? [];
    if (gone) {
      actions.push({
        name: `person: undo the deletion of ${gone.id}`,
        run: () => {
          deleted.translation.pop();
          // Undo writes nothing.
          play.translation = { ...play.translation, blocks: spliced(blocks, back ?? 0, 0, gone) };
        },
      });
    }
    if (!blocks.some(isSaying) && blocks.length < 2) {
      actions.push({ name: 'person: copy the structure', run: copyStructure });
    }
    add('write the same again', () =>
      setBlocks(
        writer,
        blocks.map((block) => ({ ...block })),
      ),
    );
    return [...actions, ...actions, ...blockActions(writer)];
  }

  function copyStructure(): void {
    const ids: string[] = [];
    const { links } = structureOf(linkedText(play.source), {
      keepText: false,
      seed: '',
      generate: () => {
        const { id } = newBlock(random);
        ids.push(id);
        return id.slice('block:'.length);
      },
    });
    const copied = play.source.blocks.map(({ kind }, index) => ({ id: ids[index] as string, kind, words: '' }));
    play.links = { ...play.links, ...links };
    play.translation = { ...play.translation, blocks: copied };
    for (const [index, source] of play.source.blocks.entries()) {
      if (isSaying(source)) model.translated(ids[index] as string, source.id, source.words);
    }
  }

  /** Actions on one block of the translation. */
  function blockActions(writer: Writer): Action[] {
    const { blocks } = play.translation;
    const at = random(blocks.length || 1);
    const [block, next] = [blocks[at], blocks[at + 1]];
    if (!block) return [];
    const actions: Action[] = [];
    const add = (name: string, run: () => void) => actions.push({ name: `${writer}: ${name} ${block.id}`, run });
    const of = model.sourceOf(block.id);
    const now = sourceWords(of);
    add('move', () => setBlocks(writer, spliced(spliced(blocks, at, 1), random(blocks.length), 0, block)));
    actions.push({
      name: `person: delete ${block.id}`,
      run: () => {
        deleted.translation.push([at, block]);
        setBlocks('person', spliced(blocks, at, 1));
      },
    });
    if (!isSaying(block)) {
      const isServed = of !== undefined && play.source.blocks.some(({ id }) => id === of);
      if (isServed || unserved().length === 0) {
        add('write into the empty', () => {
          setBlocks(writer, spliced(blocks, at, 1, { ...block, words: newWords(random) }));
          if (of !== undefined && now !== undefined) model.translated(block.id, of, now);
        });
      }
      return actions;
    }
    add('edit', () => {
      setBlocks(writer, spliced(blocks, at, 1, { ...block, words: `${block.words} w` }));
      edited(writer, block.id);
    });
    if (random(3) === 0) add('empty', () => setBlocks(writer, spliced(blocks, at, 1, { ...block, words: '' })));
    const words = block.words.split(' ');
    if (words.length > 3) {
      add('split', () => {
        const tail = newBlock(random, words.slice(2).join(' '));
        setBlocks(writer, spliced(blocks, at, 1, { ...block, words: words.slice(0, 2).join(' ') }, tail));
        edited(writer, block.id);
        model.wroteExtra(tail.id);
      });
    }
    if (next && isSaying(next)) {
      add('merge the next into', () => {
        setBlocks(writer, spliced(blocks, at, 2, { ...block, words: `${block.words} ${next.words}` }));
        edited(writer, block.id);
      });
    }
    if (of !== undefined && now !== undefined) {
      add('mark as current', () => {
        const unit = linkedText(play.source).units.find(({ id }) => id === of);
        if (unit) play.links = { ...play.links, [block.id]: linkTo(unit) };
        model.translated(block.id, of, now);
      });
    }
    const other = play.source.blocks[random(play.source.blocks.length || 1)];
    if (other && isSaying(other) && other.id !== of) {
      actions.push({
        name: `program: say that ${block.id} translates ${other.id}`,
        run: () => {
          setBlocks('program', blocks, new Map([[block.id, other.id]]));
          model.translated(block.id, other.id, other.words);
        },
      });
    }
    return [...actions, ...linkActions(block)];
  }

  /** The mark of an extra block as the translation of the only block that is missing. */
  function linkActions(block: PlayedBlock): Action[] {
    const missing = states().filter(({ state, source }) => state === 'missing' && source !== 'title');
    const source = play.source.blocks.find(({ id }) => id === missing[0]?.source);
    const isExtra = states().some(({ state, unit }) => state === 'extra' && unit === block.id);
    if (!isExtra || missing.length !== 1 || !source || !isInOrder()) return [];
    const unit = likelySource(linkedText(play.source), linkedText(play.translation), play.links, block.id);
    if (!unit) return [];
    return [
      {
        name: `person: mark ${block.id} as the translation of ${source.id}`,
        run: () => {
          play.links = { ...play.links, [block.id]: linkTo(unit) };
          model.translated(block.id, source.id, source.words);
        },
      },
    ];
  }

  return {
    play,
    actions: () => [...sourceActions({ random, play, model, deleted: deleted.source }), ...translationActions()],
    compare(): [unknown, unknown] {
      const report = translationReport(
        { units: linkedText(play.source).units, minorEdits: play.minorEdits },
        { ...linkedText(play.translation), links: play.links },
      );
      const actual = report.map(({ state, unit, source }) => ({
        state: state === 'current' || state === 'moved' ? 'up to date' : state,
        unit,
        source,
      }));
      return [sorted(actual as ModelState[]), sorted(states())];
    },
  };
}

function sorted(states: ModelState[]): string[] {
  return states.map(({ state, unit = '-', source = '-' }) => `${state} ${unit} ${source}`).sort();
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[random(from.length)] as T;
}

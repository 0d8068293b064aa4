import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createItemSite, person } from '../../test/helpers/content/create-item-site.ts';
import { fuzzRounds } from '../../test/helpers/fuzz-rounds.ts';
import { acceptPictures } from '../../test/helpers/importing/accept-pictures.ts';
import { createTranslationModel, type ModelBlock } from '../../test/helpers/translation/translation-model.ts';
import { getDocument } from '../documents/typed-documents.ts';
import { describeFile } from './describe-file.ts';
import { fileCards } from './file-card.ts';
import { removeUpload, replaceFile, restoreFormer } from './replace-file.ts';
import { altIn, FILE_TEXTS, type FileTextName, fileReport, files } from './site-file.ts';
import { storeFile } from './store-file.ts';

const RUNS = fuzzRounds(40);
const STEPS = 40;
const eva = person('editor', 'eva');
const LANGUAGES = ['es', 'en'] as const;
type Language = (typeof LANGUAGES)[number];

const drawing = (name: string) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg"><!--${name}--></svg>`);

/** What a person wrote of a file: texts, and which bytes readers of a language get. */
interface Written {
  texts: Map<string, string>;
  own?: string;
}

const DECORATIVE = '(decorative)';
const language = fc.constantFrom(...LANGUAGES);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('describe' as const),
      language,
      texts: fc.dictionary(fc.constantFrom(...FILE_TEXTS), fc.constantFrom('', 'uno', 'dos', 'tres'), { maxKeys: 3 }),
      decorative: fc.option(fc.boolean(), { freq: 3, nil: undefined }),
      isMinor: fc.boolean(),
      isCurrent: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('replace' as const),
      of: fc.option(language, { nil: undefined }),
      bytes: fc.nat(5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('restore' as const), index: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('remove' as const), of: language }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function play(steps: readonly Step[]): Promise<void> {
  const site = createItemSite();
  const dependencies = { ...site, files: createMemoryFileStore(), pictures: acceptPictures, now: site.now };
  const stored = await storeFile(dependencies, eva, { name: 'a.svg', contents: drawing('first') });
  if (!stored.ok) throw new Error(stored.problem);
  const { id } = stored.file;
  const read = async () => (await getDocument(site.store, files.at(id)))?.data ?? stored.file;
  const model = createTranslationModel();
  const said: { [language in Language]: Written } = { es: { texts: new Map() }, en: { texts: new Map() } };
  let shared = id;

  const blocks = (code: Language): ModelBlock[] => {
    const { texts, own } = said[code];
    const words = FILE_TEXTS.map((name) => ({ id: name as string, words: texts.get(name) ?? '' }));
    const bytes = code === 'en' ? own : said.en.own && (own || shared);
    return [...words, { id: 'bytes', words: bytes ?? '' }];
  };
  const wordsOf = (code: Language, unit: string) => blocks(code).find((block) => block.id === unit)?.words ?? '';
  /** Notes what the units of English that have changed were written for. */
  const noteEnglish = (before: ModelBlock[], wanted: (unit: ModelBlock) => boolean) => {
    for (const block of blocks('en')) {
      const was = before.find(({ id: unit }) => unit === block.id)?.words;
      const from = wordsOf('es', block.id);
      if (block.words === '') model.wroteExtra(block.id);
      else if (from === '' && model.sourceOf(block.id) === undefined) model.translated(block.id, block.id, undefined);
      else if (from !== '' && (was !== block.words || wanted(block))) model.translated(block.id, block.id, from);
    }
  };

  const write = async ({ language: code, texts, decorative, isMinor, isCurrent }: Step & { act: 'describe' }) => {
    const [spanish, english] = [blocks('es'), blocks('en')];
    const change = { id, language: code, texts, decorative, ...(code === 'es' ? { isMinor } : { isCurrent }) };
    expect(await describeFile(dependencies, eva, change)).toMatchObject({ ok: true });
    const { texts: own } = said[code];
    for (const [name, words] of Object.entries(texts)) {
      if (words !== '') own.set(name, words);
      else if (!(name === 'alt' && own.get('alt') === DECORATIVE)) own.delete(name);
    }
    if (decorative) own.set('alt', DECORATIVE);
    else if (decorative === false && own.get('alt') === DECORATIVE) own.delete('alt');
    if (code === 'en') return noteEnglish(english, () => isCurrent);
    if (!isMinor) return;
    const changed = spanish.filter(({ id: unit, words }) => unit !== 'bytes' && wordsOf('es', unit) !== words);
    if (changed.length === 0) for (const unit of FILE_TEXTS) model.minorEdit(unit, wordsOf('es', unit));
    for (const { id: unit, words } of changed) {
      const now = wordsOf('es', unit);
      if (words !== '' && now !== '') model.reworded(unit, words, now);
    }
  };

  const take = async (outcome: Promise<{ ok: boolean }>, of: string | undefined) => {
    const english = blocks('en');
    if (!(await outcome).ok) return;
    const file = await read();
    if (of === undefined) shared = file.current.media;
    else said[of as Language].own = file.languages[of]?.own?.media ?? '';
    if (of === 'en') noteEnglish(english, ({ id: unit }) => unit === 'bytes');
  };

  for (const one of steps) {
    const file = await read();
    const { version: expectedVersion } = file;
    if (one.act === 'describe') await write(one);
    else if (one.act === 'replace') {
      const given = { id, expectedVersion, name: 'b.svg', contents: drawing(`b${one.bytes}`), language: one.of };
      await take(replaceFile(dependencies, eva, given), one.of);
    } else if (one.act === 'remove') {
      await take(removeUpload(dependencies, eva, { id, expectedVersion, language: one.of }), one.of);
    } else {
      const former = file.former[one.index % Math.max(1, file.former.length)];
      if (!former) continue;
      await take(restoreFormer(dependencies, eva, { id, expectedVersion, version: former.version }), former.language);
    }
    const after = await read();
    const report = fileReport(after, 'en') ?? [];
    const told = report.map(({ change: _, state, ...rest }) => ({
      ...rest,
      state: state === 'current' ? ('up to date' as const) : state,
    }));
    const expected = model.states(blocks('es'), blocks('en'));
    const key = (entry: object) => JSON.stringify(Object.entries(entry).sort());
    expect(told.map(key).sort(), JSON.stringify(one)).toEqual(expected.map(key).sort());
    const count = (state: string) => expected.filter((entry) => entry.state === state).length;
    expect((await getDocument(site.store, fileCards.at(id)))?.data.languages.en).toMatchObject({
      missing: count('missing'),
      stale: count('stale'),
      lacksAlt: wordsOf('en', 'alt') === '',
    });
    for (const code of LANGUAGES) {
      const words = wordsOf(code, 'alt' satisfies FileTextName);
      expect(altIn(after, code) ?? '').toBe(words === DECORATIVE ? '' : words);
      expect(after.languages[code]?.decorative && after.languages[code]?.alt).toBeUndefined();
    }
  }
}

test('the states of the texts and bytes of a file are those that who watched would tell', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: STEPS, size: 'max' }), play), RUNS);
});

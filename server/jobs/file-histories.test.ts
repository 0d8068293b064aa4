import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { purgedItems } from '#core/content/collections.ts';
import { getDocument, queryDocuments } from '#core/documents/typed-documents.ts';
import { FILE_TRASH_DAYS, trashFile, untrashFile } from '#core/files/change-file.ts';
import { fileCards } from '#core/files/file-card.ts';
import { readShownMedia } from '#core/files/read-files.ts';
import { removeUpload, replaceFile, restoreFormer } from '#core/files/replace-file.ts';
import { files, type SiteFile } from '#core/files/site-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import { importItems } from '#core/importing/import-items.ts';
import type { SourcedItem } from '#core/importing/item-reader.ts';
import { restoreSavedVersion } from '#core/items/restore-history.ts';
import { saveVersion } from '#core/items/save-version.ts';
import { purgeItem, trashItem, untrashItem } from '#core/items/trash-item.ts';
import type { Locale } from '#core/locales/locale.ts';
import { media } from '#core/media/media.ts';
import { mediaIdOf } from '#core/media/media-file.ts';
import { deleteUnusedMedia, purgeFileTrash } from '#core/media-uses/delete-media.ts';
import { areBytesPublic, findMediaUses, type UsePlace } from '#core/media-uses/find-media-uses.ts';
import { recordMediaUses } from '#core/media-uses/record-media-uses.ts';
import { runSchedules } from '#core/publishing/run-schedules.ts';
import { cancelSchedule, schedulePublish } from '#core/publishing/schedule-item.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { fuzzRounds } from '../../test/helpers/fuzz-rounds.ts';
import { acceptPictures } from '../../test/helpers/importing/accept-pictures.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { startFileKeeper } from './file-keeper.ts';

const eva = person('editor', 'eva');
const owner = person('owner', 'olga');
const LANGUAGES = ['es', 'en'] as const;
const HOUR = 3_600_000;

const drawing = (name: string) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg"><!--${name}--></svg>`);

const ACTS = {
  ...{ upload: 4, use: 8, publish: 6, unpublish: 2, schedule: 2, cancel: 1, due: 1, trashItem: 2, untrashItem: 2 },
  ...{ purgeItem: 2, saveVersion: 2, restoreVersion: 2, replace: 4, restoreFormer: 2, trashFile: 2, untrashFile: 2 },
  ...{ removeOwn: 1, purgeFiles: 1, cleanUp: 1, import: 2 },
};
type Act = keyof typeof ACTS;

/** What happens, and numbers that choose what it happens to. */
interface Step {
  act: Act;
  item: number;
  file: number;
  languages: Locale[];
  more: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(...Object.entries(ACTS).map(([act, weight]) => ({ weight, arbitrary: fc.constant(act as Act) }))),
  item: fc.nat(5),
  file: fc.nat(7),
  languages: fc.constantFrom<Locale[]>(['es'], ['en'], ['es', 'en']),
  more: fc.nat(7),
});

/** The files that the texts of a language show, and the cover. */
interface Shows {
  texts: string[];
  cover?: string | undefined;
}

/** An item as who watched would remember it. */
interface ModelItem {
  draft: Map<Locale, string[]>;
  cover?: string | undefined;
  isTrashed: boolean;
  scheduled: Set<Locale>;
  public: Map<Locale, Shows>;
  revisions: Map<Locale, Set<string>>;
  saved: { draft: Map<Locale, string[]>; cover?: string | undefined }[];
}

const namesIn = ({ texts, cover }: Shows) => new Set([...texts, ...(cover === undefined ? [] : [cover])]);

/** Where an item shows a file, with the languages. */
function placesOf(item: ModelItem, file: string): { [place in UsePlace]?: Locale[] } {
  const inDraft = ({ draft, cover }: Pick<ModelItem, 'draft' | 'cover'>) =>
    [...draft.keys()].filter((language) => cover === file || draft.get(language)?.includes(file)).sort();
  const places: { [place in UsePlace]?: Locale[] } = {};
  const add = (place: UsePlace, languages: Locale[]) => {
    if (languages.length > 0) places[place] = [...new Set([...(places[place] ?? []), ...languages])].sort();
  };
  add(
    'public',
    [...item.public].filter(([, shows]) => namesIn(shows).has(file)).map(([language]) => language),
  );
  add(item.isTrashed ? 'trash' : 'draft', inDraft(item));
  add('scheduled', item.isTrashed ? [] : inDraft(item).filter((language) => item.scheduled.has(language)));
  for (const version of item.saved) add('saved-version', inDraft(version));
  add(
    'revision',
    [...item.revisions].filter(([, shown]) => shown.has(file)).map(([language]) => language),
  );
  return places;
}

async function openSite() {
  const site = createItemSite();
  site.clock.time = Date.now();
  const fileStore = createMemoryFileStore();
  const dependencies = { ...site.dependencies, files: fileStore, pictures: acceptPictures };
  await recordMediaUses(site.store, site.config);
  const keeper = startFileKeeper({ store: site.store, config: site.config, log: createFakeLog() });
  return { ...site, dependencies, fileStore, keeper };
}

/** A site, and what who watched it would say. */
async function begin() {
  const site = await openSite();
  const { dependencies, store, clock } = site;
  const model = new Map<string, ModelItem>();
  /** Every file that has been, by its id. */
  const known = new Set<string>();
  let items = 0;

  const allFiles = async () => (await queryDocuments(store, files, {})).map(({ data }) => data);
  const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];
  const pickFile = async (index: number, isTrashed = false) =>
    pick(
      (await allFiles()).filter(({ trashedAt }) => (trashedAt !== undefined) === isTrashed),
      index,
    );
  const pickItem = (index: number, fits: (item: ModelItem) => boolean) =>
    pick(
      [...model].filter(([, item]) => fits(item)),
      index,
    );
  const body = (ids: readonly string[]) =>
    ({
      type: 'doc',
      content: ids.map((id, at) => ({ type: 'image', attrs: { media: id, alt: 'x', id: `b${at}` } })),
    }) as never;
  const made = (draft: Map<Locale, string[]>): ModelItem => ({
    ...{ draft, isTrashed: false, scheduled: new Set<Locale>(), public: new Map(), revisions: new Map(), saved: [] },
  });

  function notePublished(item: ModelItem, languages: readonly Locale[]): void {
    for (const language of languages) {
      const shows = { texts: item.draft.get(language) ?? [], cover: item.cover };
      item.public.set(language, shows);
      item.revisions.set(language, new Set([...(item.revisions.get(language) ?? []), ...namesIn(shows)]));
    }
  }

  /** Schedules have tests of their own: what the items say of them holds. */
  async function noteSchedules(): Promise<void> {
    for (const [id, item] of model) {
      const { languages } = (await site.getItem(id)).data;
      item.scheduled = new Set(LANGUAGES.filter((code) => languages[code]?.schedule?.publishAt !== undefined));
    }
  }

  const acts: { [act in Act]: (step: Step) => Promise<unknown> } = {
    async upload({ file, more }) {
      const given = { name: `f${file}.svg`, contents: drawing(`f${file}`), isKept: more % 2 === 0 };
      const stored = await storeFile(dependencies, eva, given);
      if (stored.ok) known.add(stored.file.id);
      else expect(stored.reason).toBe('deleting');
    },
    async use({ item: index, file, languages, more }) {
      const [one, other] = [await pickFile(file), pick([...known], more)];
      const ids = [...new Set([one?.id, more % 3 === 0 ? other : undefined])].filter((id) => id !== undefined);
      const found = more < 2 ? undefined : pickItem(index, ({ isTrashed }) => !isTrashed);
      if (!found) {
        const id = `i${items++}`;
        model.set(id, made(new Map(LANGUAGES.map((language) => [language, languages.includes(language) ? ids : []]))));
        const texts = LANGUAGES.map((code) => [
          code,
          finishedLanguage(`${id}-${code}`, { body: body(languages.includes(code) ? ids : []) }),
        ]);
        await site.putItem(id, 'not-found', Object.fromEntries(texts));
        return;
      }
      const [id, item] = found;
      const isCover = more === 7;
      if (isCover) item.cover = one?.id;
      else for (const language of languages) item.draft.set(language, ids);
      await site.editItem(id, ({ cover, ...stored }) => {
        if (isCover) return { ...stored, ...(one && { cover: { media: one.id } }) };
        const texts = Object.entries(stored.languages).map(([code, content]) => [
          code,
          languages.includes(code) ? { ...content, body: body(ids) } : content,
        ]);
        return { ...stored, ...(cover && { cover }), languages: Object.fromEntries(texts) };
      });
    },
    async publish({ item: index, languages }) {
      const [id, item] = pickItem(index, ({ isTrashed }) => !isTrashed) ?? [];
      if (id === undefined || !item) return;
      if ((await publish(site, id, languages)).ok) notePublished(item, languages);
    },
    async unpublish({ item: index, languages }) {
      const [id, item] = pickItem(index, ({ public: shown }) => shown.size > 0) ?? [];
      if (id === undefined || !item || !(await unpublish(site, id, languages)).ok) return;
      for (const language of languages) item.public.delete(language);
    },
    async schedule({ item: index, languages }) {
      const [id] = pickItem(index, ({ isTrashed }) => !isTrashed) ?? [];
      if (id === undefined) return;
      const target = { id, languages, at: clock.time + HOUR };
      await schedulePublish(dependencies, eva, target, { acceptWarnings: true });
    },
    async cancel({ item: index, languages }) {
      const [id] = pickItem(index, ({ scheduled }) => scheduled.size > 0) ?? [];
      if (id !== undefined) await cancelSchedule(dependencies, eva, { id, languages });
    },
    async due() {
      clock.time += 2 * HOUR;
      await runSchedules({ ...dependencies, actorOf: async () => eva });
      for (const [id, item] of model) {
        const { languages } = (await site.getItem(id)).data;
        const done = [...item.scheduled].filter((code) => languages[code]?.schedule?.failed === undefined);
        notePublished(item, done);
      }
    },
    async trashItem({ item: index }) {
      const [id, item] = pickItem(index, ({ isTrashed }) => !isTrashed) ?? [];
      if (id === undefined || !item) return;
      expect(await trashItem(dependencies, eva, { id })).toMatchObject({ ok: true });
      item.isTrashed = true;
      item.public.clear();
    },
    async untrashItem({ item: index }) {
      const [id, item] = pickItem(index, ({ isTrashed }) => isTrashed) ?? [];
      if (id === undefined || !item) return;
      expect(await untrashItem(dependencies, eva, { id })).toMatchObject({ ok: true });
      item.isTrashed = false;
    },
    async purgeItem({ item: index }) {
      const [id] = pickItem(index, ({ isTrashed }) => isTrashed) ?? [];
      if (id === undefined) return;
      expect(await purgeItem(dependencies, owner, { id })).toMatchObject({ ok: true });
      model.delete(id);
    },
    async saveVersion({ item: index }) {
      const [id, item] = pickItem(index, ({ isTrashed }) => !isTrashed) ?? [];
      if (id === undefined || !item) return;
      expect(await saveVersion(dependencies, eva, { itemId: id, name: 'v' })).toMatchObject({ ok: true });
      item.saved.push({ draft: new Map(item.draft), cover: item.cover });
    },
    async restoreVersion({ item: index, languages, more }) {
      const [id, item] = pickItem(index, ({ isTrashed, saved }) => !isTrashed && saved.length > 0) ?? [];
      if (id === undefined || !item) return;
      const where = [{ field: 'itemId', op: '==' as const, value: id }];
      const orderBy = [{ field: 'at', direction: 'desc' as const }];
      const [newest] = await store.runQuery({ collection: 'saved-versions', where, orderBy, limit: 1 });
      const target = { itemId: id, id: newest?.path.split('/')[1] ?? '', languages, shared: more % 2 === 0 };
      const saved = item.saved.find(
        (version) =>
          JSON.stringify(newest?.data.cover ?? {}) === JSON.stringify(version.cover ? { media: version.cover } : {}) &&
          LANGUAGES.every((code) => same(version.draft.get(code) ?? [], shownIn(newest?.data, code))),
      );
      if (!saved) throw new Error(`Nobody remembers the version ${target.id}`);
      const before = { draft: new Map(item.draft), cover: item.cover };
      expect(await restoreSavedVersion(dependencies, eva, target)).toMatchObject({ ok: true });
      item.saved.push(before);
      for (const language of languages) item.draft.set(language, saved.draft.get(language) ?? []);
      if (target.shared) item.cover = saved.cover;
    },
    async replace({ file, more, languages }) {
      const found = await pickFile(file);
      if (!found) return;
      const given = { id: found.id, expectedVersion: found.version, name: 'r.svg', contents: drawing(`f${more}`) };
      const language = languages.length === 1 ? languages[0] : undefined;
      await replaceFile(dependencies, eva, { ...given, language });
    },
    async removeOwn({ file, languages }) {
      const found = await pickFile(file);
      const [language = ''] = languages;
      if (!found) return;
      const had = found.languages[language]?.own !== undefined;
      const target = { id: found.id, expectedVersion: found.version, language };
      expect(await removeUpload(dependencies, eva, target)).toMatchObject({ ok: had });
    },
    async restoreFormer({ file, more }) {
      const found = await pickFile(file);
      const former = found && pick(found.former, more);
      if (!former) return;
      const target = { id: found.id, expectedVersion: found.version, version: former.version };
      await restoreFormer(dependencies, eva, target);
    },
    async trashFile({ file }) {
      const found = await pickFile(file);
      if (found) expect(await trashFile(dependencies, eva, found)).toMatchObject({ ok: true });
    },
    async untrashFile({ file }) {
      const found = await pickFile(file, true);
      if (found) expect(await untrashFile(dependencies, eva, found)).toMatchObject({ ok: true });
    },
    async purgeFiles({ more }) {
      clock.time += (more % 2 === 0 ? FILE_TRASH_DAYS : 1) * 24 * HOUR;
      const due = (await allFiles()).filter(
        ({ trashedAt = Number.POSITIVE_INFINITY }) => trashedAt <= clock.time - FILE_TRASH_DAYS * 24 * HOUR,
      );
      expect(await purgeFileTrash(dependencies)).toBe(due.length);
    },
    async cleanUp() {
      clock.time += 25 * HOUR;
      const before = await allFiles();
      await deleteUnusedMedia(dependencies);
      const left = new Set((await allFiles()).map(({ id }) => id));
      for (const file of before.filter(({ id }) => !left.has(id))) expect(mayGo(file), file.id).toBe(true);
    },
    async import({ item: index, file, more }) {
      const id = `m${index}`;
      if (model.get(id)?.isTrashed || (await getDocument(store, purgedItems.at(id)))) return;
      const named = `f${file}.svg`;
      const value = {
        ...{ id, type: 'not-found', sourceLanguage: 'es' },
        languages: {
          es: {
            title: `T ${id}`,
            state: more % 2 ? 'draft' : 'published',
            body: { markdown: `![x](${named})\n\n${more}` },
          },
          en: { title: `E ${id}`, state: 'draft' },
        },
      };
      const source: SourcedItem = {
        ...{ value, file: 'a.jsonl', lineOf: () => 1 },
        readFile: async (name) => ({ key: name, name, bytes: drawing(name.replace('.svg', '')) }),
      };
      const target = { ...dependencies, actor: { kind: 'command-line' } as const };
      const report = await importItems(
        target,
        (async function* () {
          yield source;
        })(),
      );
      if (report.refused > 0) return;
      const stored = (await site.getItem(id)).data;
      const [shown = ''] = shownIn(stored, 'es');
      const bytes = await mediaIdOf(drawing(named.replace('.svg', '')));
      expect((await getDocument(store, files.at(shown)))?.data.shown).toContain(bytes);
      known.add(shown);
      const item = model.get(id) ?? made(new Map());
      item.draft.set('es', [shown]).set('en', []);
      item.cover = undefined;
      model.set(id, item);
      if (stored.languages.es?.state === 'published') notePublished(item, ['es']);
    },
  };

  /** Whether the clean-up may delete a file: nobody wanted it in the library, and nothing uses it. */
  function mayGo({ id, isKept, version, trashedAt }: SiteFile): boolean {
    const isUsed = [...model.values()].some((item) => Object.keys(placesOf(item, id)).length > 0);
    return !isKept && version === 1 && trashedAt === undefined && !isUsed;
  }

  async function compare(): Promise<void> {
    await noteSchedules();
    const present = await allFiles();
    for (const { id } of present) known.add(id);
    for (const id of known) {
      const expected = [...model].flatMap(([itemId, item]) => {
        const places = placesOf(item, id);
        return Object.keys(places).length > 0 ? [[itemId, places]] : [];
      });
      const told = await findMediaUses(store, site.config, id, 500);
      const found = told.map(({ itemId, places }) => [
        itemId,
        Object.fromEntries(places.map(({ place, languages }) => [place, languages])),
      ]);
      expect(Object.fromEntries(found), id).toEqual(Object.fromEntries(expected));
    }
    const onPages = present.filter(({ trashedAt }) => trashedAt === undefined).map(({ id }) => id);
    expect([...(await readShownMedia(store, known)).keys()].sort()).toEqual(onPages.sort());
    const isPublic = (id: string) =>
      [...model.values()].some((item) => [...item.public.values()].some((shows) => namesIn(shows).has(id)));
    const bytes = await queryDocuments(store, media, {});
    const stored = new Set(bytes.filter(({ data }) => data.deletedAt === undefined).map(({ data }) => data.id));
    for (const file of present) {
      for (const held of file.held) expect(stored.has(held), `${file.id} has ${held}`).toBe(true);
    }
    for (const id of stored) {
      const shown = present.filter((file) => file.trashedAt === undefined && file.shown.includes(id));
      expect(await areBytesPublic(store, id), id).toBe(shown.some((file) => isPublic(file.id)));
    }
  }

  async function compareCards(): Promise<void> {
    const inUse = (id: string) =>
      [...model.values()].some((item) =>
        Object.keys(placesOf(item, id)).some((place) => !['saved-version', 'revision'].includes(place)),
      );
    await eventually(async () => {
      await site.keeper.idle();
      const cards = (await queryDocuments(store, fileCards, {})).map(({ data }) => data);
      const expected = (await allFiles()).map(({ id, trashedAt }) => [
        id,
        trashedAt === undefined ? 'library' : 'trash',
        inUse(id),
      ]);
      expect(cards.map(({ id, place, isUsed }) => [id, place, isUsed]).sort()).toEqual(expected.sort());
    });
  }

  /** Every byte that no file has is gone once the time of those that are judged has come. */
  async function compareOrphans(): Promise<void> {
    clock.time += 40 * 24 * HOUR;
    await deleteUnusedMedia(dependencies);
    const held = new Set((await allFiles()).flatMap((file) => file.held));
    const left = (await queryDocuments(store, media, {})).map(({ data }) => data.id);
    expect(left.filter((id) => !held.has(id))).toEqual([]);
    const keys = await site.fileStore.list('media', undefined, 10_000);
    expect(keys.filter((key) => !held.has(key.split('/')[1] ?? ''))).toEqual([]);
  }

  return { acts, compare, compareCards, compareOrphans, stop: () => site.keeper.stop() };
}

const same = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other);

function shownIn(data: object | undefined, code: Locale): string[] {
  const { languages = {} } = (data ?? {}) as {
    languages?: { [code: Locale]: { body?: { content?: { attrs?: { media?: string } }[] } } };
  };
  return languages[code]?.body?.content?.flatMap(({ attrs }) => attrs?.media ?? []) ?? [];
}

test('uses are right in random histories', async () => {
  const { seed, numRuns: steps } = fuzzRounds(120);
  const sample = fc.array(step, { minLength: steps, maxLength: steps, size: 'max' });
  const property = fc.asyncProperty(sample, async (history) => {
    const { acts, compare, compareCards, compareOrphans, stop } = await begin();
    onTestFinished(stop);
    for (const [index, one] of history.entries()) {
      try {
        await acts[one.act](one);
        await compare();
      } catch (error) {
        throw new Error(`Step ${index + 1}, ${JSON.stringify(one)}: ${error}`, { cause: error });
      }
      if (index % 10 === 9) await compareCards();
    }
    await compareCards();
    await compareOrphans();
    await stop();
  });
  await fc.assert(property, { seed, numRuns: 1, endOnFailure: true });
}, 600_000);

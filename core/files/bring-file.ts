import { sameContents } from '../documents/compare-values.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import { keptMedia, type Media, media as mediaCollection } from '../media/media.ts';
import type { FileKind } from '../media/media-file.ts';
import { FRESH } from '../media/media-limits.ts';
import { type MediaDependencies, refused, type StoreMediaOutcome, storeMedia } from '../media/store-media.ts';
import type { FileDependencies } from './change-file.ts';
import { linkTexts } from './describe-file.ts';
import { readFileUses } from './judge-file-use.ts';
import { filesShowing } from './read-files.ts';
import { nextVersion } from './replace-file.ts';
import { type FileTexts, files, kindOf, type SiteFile, type Upload, type UploadPlace } from './site-file.ts';
import { type ChangedFile, documentsOfFile, stageFile, stageFiled } from './stage-file.ts';
import { newFile, SAME, uploadOf } from './store-file.ts';

/** Bytes with a clean file name. */
interface GivenBytes {
  name: string;
  contents: Uint8Array;
}

/** Bytes of a language: those in place of the shared ones, and the captions of a film. */
interface GivenParts {
  own?: GivenBytes;
  captions?: GivenBytes;
}

/** A file from elsewhere, with all that it says. */
export interface GivenFile extends GivenBytes {
  /** The id that it is to have, if no file with these bytes is there. */
  id?: string | undefined;
  tags: readonly string[];
  sourceLanguage: Locale;
  /** The picture that a film shows before it is played. */
  poster?: GivenBytes | undefined;
  languages: { [language: Locale]: Omit<FileTexts, 'links' | 'own' | 'captions'> & GivenParts };
}

export type BringFileOutcome =
  | { ok: true; file: SiteFile; outcome: 'created' | 'changed' | 'unchanged' }
  | Extract<StoreMediaOutcome, { ok: false }>;

/**
 * Makes a file of the library like one from elsewhere: the file with its id, or else the one that shows its bytes, or a new one. Other
 * bytes become a new version. What a translation newly says counts as made from what the original says now. Check the right first.
 */
export async function bringFile(
  dependencies: MediaDependencies & FileDependencies,
  given: GivenFile,
): Promise<BringFileOutcome> {
  const { store, config, now = Date.now } = dependencies;
  const stored = new Map<GivenBytes, Media>();
  const { poster } = given;
  const parts = Object.values(given.languages).flatMap(({ own, captions }) => [own ?? [], captions ?? []].flat());
  for (const bytes of [given, ...(poster ? [poster] : []), ...parts]) {
    // Whatever happens before the file has them, a job sees that nothing does.
    const outcome = await storeMedia(dependencies, bytes.name, bytes.contents, { checkAt: now() + FRESH });
    if (!outcome.ok) return outcome;
    stored.set(bytes, outcome.media);
  }
  const at = now();
  const uploadAs = (bytes: GivenBytes, before: Upload | undefined): Upload => {
    const found = stored.get(bytes) as Media;
    return before?.media === found.id ? { ...before, name: bytes.name } : uploadOf(found, { name: bytes.name, at });
  };
  const { id: current } = stored.get(given) as Media;
  return retryOnConflict<BringFileOutcome>(async () => {
    const unit = new UnitOfWork(store);
    const ids = [...stored.values()].map(({ id }) => id);
    await unit.read(ids.map((id) => mediaCollection.at(id)));
    if (ids.some((id) => !keptMedia(unit.get(mediaCollection.at(id))))) return refused('deleting');
    const id = await idFor(unit, dependencies, given.id, current);
    await unit.read(documentsOfFile(id));
    const before = unit.get(files.at(id));
    if (!areKindsRight(before, given, (bytes) => kindOf((stored.get(bytes) as Media).contentType)))
      return refused('type');
    const base = before ?? newFile(id, uploadAs(given, undefined), given.sourceLanguage, true);
    const { next, gone, isReplaced } = withGiven(base, given, uploadAs);
    for (const each of ids) stageFiled(unit, each);
    if (before) stageFile(unit, config, isReplaced ? nextVersion(unit, next, gone, at) : next);
    else stageFile(unit, config, next, await readFileUses(store, next));
    const file = unit.get(files.at(id)) as SiteFile;
    const outcome = !before ? 'created' : sameContents(before, file) ? 'unchanged' : 'changed';
    await unit.commit();
    return { ok: true, file, outcome };
  });
}

/** The id of the file with the given one, of one that shows the bytes, or of a new one. */
async function idFor(
  unit: UnitOfWork,
  { store }: Pick<FileDependencies, 'store'>,
  wanted: string | undefined,
  current: string,
): Promise<string> {
  if (wanted !== undefined) {
    await unit.read(documentsOfFile(wanted));
    if (unit.get(files.at(wanted))) return wanted;
  }
  const same = (await filesShowing(store, current, SAME)).filter((file) => file.current.media === current);
  const there = same.find(({ trashedAt }) => trashedAt === undefined) ?? same[0];
  if (there) return there.id;
  await unit.read(documentsOfFile(current));
  return wanted ?? (unit.get(files.at(current)) ? crypto.randomUUID().replaceAll('-', '') : current);
}

/** Whether the bytes of a file and of its languages are of one kind, and captions and a poster are those of a film. */
function areKindsRight(
  before: ChangedFile | undefined,
  given: GivenFile,
  kind: (bytes: GivenBytes) => FileKind,
): boolean {
  const wanted = before?.kind ?? kind(given);
  const fits = (bytes: GivenBytes | undefined, as: FileKind) => bytes === undefined || kind(bytes) === as;
  const areParts = Object.values(given.languages).every(
    ({ own, captions }) =>
      fits(own, wanted) && (wanted === 'video' ? fits(captions, 'captions') : captions === undefined),
  );
  const isPoster = wanted === 'video' ? fits(given.poster, 'picture') : given.poster === undefined;
  return fits(given, wanted) && areParts && isPoster;
}

/** The file with what is given, and the bytes that are not shown any more. */
function withGiven(
  before: ChangedFile,
  given: GivenFile,
  uploadAs: (bytes: GivenBytes, before: Upload | undefined) => Upload,
): { next: ChangedFile; gone: (Upload & UploadPlace)[]; isReplaced: boolean } {
  const current = uploadAs(given, before.current);
  const isOther = (next: Upload | undefined, was: Upload | undefined) => next?.media !== was?.media;
  const gone: (Upload & UploadPlace)[] = isOther(current, before.current) ? [before.current] : [];
  const poster = given.poster ? uploadAs(given.poster, before.poster) : before.poster;
  if (before.poster && isOther(poster, before.poster)) gone.push({ ...before.poster, part: 'poster' });
  let isReplaced = gone.length > 0 || isOther(poster, before.poster);
  const languages = { ...before.languages };
  for (const [language, { own, captions, ...texts }] of Object.entries(given.languages)) {
    const { own: was, links, captions: former } = before.languages[language] ?? {};
    const spoken = captions ? uploadAs(captions, former) : former;
    const next = own && uploadAs(own, was);
    if (was && isOther(next, was)) gone.push({ ...was, language });
    if (former && isOther(spoken, former)) gone.push({ ...former, language, part: 'captions' });
    isReplaced ||= isOther(next, was) || isOther(spoken, former);
    languages[language] = {
      ...texts,
      ...(links && { links }),
      ...(next && { own: next }),
      ...(spoken && { captions: spoken }),
    };
  }
  const { trashedAt: _, trashedBy: __, ...kept } = before;
  const { sourceLanguage } = given;
  let next: ChangedFile = {
    ...kept,
    current,
    ...(poster && { poster }),
    sourceLanguage,
    tags: [...new Set(given.tags)].sort(),
    languages,
  };
  for (const language of Object.keys(given.languages)) {
    if (language !== sourceLanguage) next = linkTexts(before, next, language);
  }
  return { next, gone, isReplaced };
}

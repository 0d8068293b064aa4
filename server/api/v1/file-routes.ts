import { z } from 'zod';
import { requireMay } from '#core/access/policy.ts';
import { tag as storedTag } from '#core/content/schema-parts.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { type FileOutcome, trashFile, untrashFile } from '#core/files/change-file.ts';
import { describeFile, tagFile } from '#core/files/describe-file.ts';
import { LARGER_THAN } from '#core/files/file-card.ts';
import { fileAddress } from '#core/files/file-name.ts';
import { FILE_SORTS, listFiles } from '#core/files/list-files.ts';
import { type ReplaceOutcome, removeUpload, replaceFile, restoreFormer } from '#core/files/replace-file.ts';
import { FILE_LIMITS, FILM_PARTS, fileReport, files, type SiteFile, type Upload } from '#core/files/site-file.ts';
import { isMediaId } from '#core/media/media.ts';
import { FILE_KINDS } from '#core/media/media-file.ts';
import { areMediaUsesRecorded, findMediaUses, USE_PLACES } from '#core/media-uses/find-media-uses.ts';
import { LINES, ONE_LINE } from './control-characters.ts';
import { ApiProblem } from './problem.ts';
import { receiveFile } from './read-request.ts';
import { type AnyRoute, type ApiServices, route } from './route.ts';
import { language, named } from './shared-schemas.ts';
import { pictureRefused } from './site-routes.ts';

/** Items named as uses. Source: Meki's own. */
const MOST_USES = 200;

const upload = {
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  at: z.string(),
  by: z.object({ id: z.string(), name: z.string() }).exactOptional(),
};

const texts = {
  title: z.string().max(FILE_LIMITS.title).regex(ONE_LINE).exactOptional(),
  alt: z.string().max(FILE_LIMITS.alt).regex(LINES).exactOptional(),
  decorative: z.boolean().exactOptional().describe('Whether it needs no alternative text.'),
  caption: z.string().max(FILE_LIMITS.caption).regex(LINES).exactOptional(),
  credit: z.string().max(FILE_LIMITS.credit).regex(ONE_LINE).exactOptional(),
};

const fileResource = named(
  'File',
  z.object({
    id: z.string(),
    kind: z.enum(FILE_KINDS),
    version: z.int().describe('Counts what changed its bytes.'),
    url: z.string().describe('The URL of the present bytes, without metadata such as place and author.'),
    address: z.string().describe('Where readers find it, whatever its bytes are.'),
    ...upload,
    poster: z.object(upload).exactOptional().describe('The picture that a film shows before it is played.'),
    tags: z.array(z.string()),
    sourceLanguage: z.string(),
    languages: z.partialRecord(
      language,
      z.object({
        ...texts,
        states: z.record(z.string(), z.string()).describe('Of each text of a translation.'),
        own: z.object(upload).exactOptional().describe('The bytes that its readers get instead.'),
        captions: z.object(upload).exactOptional().describe('Of a film.'),
      }),
    ),
    former: z.array(
      z.object({
        ...upload,
        version: z.int(),
        language: z.string().exactOptional(),
        part: z.enum(FILM_PARTS).exactOptional(),
      }),
    ),
    trashedAt: z.string().exactOptional(),
  }),
);

const theFile = { status: 200, description: 'The file.', schema: fileResource } as const;

const listRoute = route({
  method: 'get',
  path: '/files',
  operationId: 'listFiles',
  summary: 'Lists the files of the library, or of its trash.',
  tag: 'Media',
  permission: 'media.read',
  query: z.object({
    q: z.string().max(200).exactOptional().describe('Words in names, tags and texts, in any language.'),
    place: z.enum(['library', 'trash']).default('library'),
    kind: z.enum(FILE_KINDS).exactOptional(),
    used: z.enum(['true', 'false']).exactOptional(),
    lacksAlt: language.exactOptional().describe('Without an alternative text in this language.'),
    missing: language.exactOptional().describe('With texts that are missing in this language.'),
    stale: language.exactOptional().describe('With texts that are out of date in this language.'),
    uploader: z.string().max(200).exactOptional(),
    largerThan: z
      .enum(LARGER_THAN.map(String) as [string, ...string[]])
      .exactOptional()
      .describe('Megabytes.'),
    tag: z.string().max(FILE_LIMITS.title).exactOptional(),
    sort: z.enum(FILE_SORTS).default('uploaded'),
    cursor: z.string().max(400).exactOptional().describe('The next of the previous page.'),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: {
    status: 200,
    description: 'A page of files.',
    schema: named(
      'FileList',
      z.object({
        files: z.array(
          z.object({
            ...{
              id: z.string(),
              kind: z.enum(FILE_KINDS),
              name: z.string(),
              contentType: z.string(),
              bytes: z.int(),
              uploadedAt: z.string(),
            },
            tags: z.array(z.string()),
            isUsed: z.boolean(),
          }),
        ),
        next: z.string().exactOptional(),
      }),
    ),
  },
  async handle({ actor, query }, { store, itemSearch, config }) {
    const { q, used, uploader, largerThan, cursor, ...search } = query;
    const { cards, next } = await listFiles({ store, findFiles: itemSearch.findFiles }, actor, {
      ...{ ...search, words: q, uploaderId: uploader, after: cursor, language: config.defaultLocale },
      ...(used !== undefined && { isUsed: used === 'true' }),
      ...(largerThan !== undefined && { largerThan: Number(largerThan) }),
    });
    const told = cards.map(({ id, kind, name, contentType, bytes, uploadedAt, tags, isUsed }) => ({
      ...{ id, kind, name, contentType, bytes, tags, isUsed },
      uploadedAt: new Date(uploadedAt).toISOString(),
    }));
    return { body: { files: told, ...(next !== undefined && { next }) } };
  },
});

const readRoute = route({
  method: 'get',
  path: '/files/{id}',
  operationId: 'readFile',
  summary: 'Reads a file: its bytes now and before, and its texts with their states.',
  tag: 'Media',
  permission: 'media.read',
  answer: theFile,
  async handle({ params: { id = '' } }, services) {
    const file = isMediaId(id) ? (await getDocument(services.store, files.at(id)))?.data : undefined;
    if (!file) throw noSuchFile();
    return { body: told(services, file) };
  },
});

const tagRoute = route({
  method: 'patch',
  path: '/files/{id}',
  operationId: 'changeFile',
  summary: 'Replaces the tags of a file.',
  tag: 'Media',
  permission: 'media.read',
  fileGuard: (actor, { uploadedBy }) => requireMay(actor, 'file.describe', { authorId: uploadedBy?.id ?? '' }),
  body: named('FileTags', z.strictObject({ tags: z.array(storedTag).max(FILE_LIMITS.tags) })),
  answer: theFile,
  async handle({ actor, params: { id = '' }, body: { tags } }, services) {
    const known = isMediaId(id) ? (await getDocument(services.store, files.at(id)))?.data.tags : undefined;
    if (!known) throw noSuchFile();
    const remove = known.filter((one) => !tags.includes(one));
    return answer(services, await tagFile(services, actor, { id, add: tags, remove }));
  },
});

const describeRoute = route({
  method: 'patch',
  path: '/files/{id}/{language}',
  operationId: 'describeFile',
  summary: 'Changes what a file says in a language. Missing members stay unchanged, empty ones are removed.',
  tag: 'Media',
  permission: 'media.read',
  fileGuard: (actor, { uploadedBy }, { language: code = '' }) =>
    requireMay(actor, 'file.describe', { authorId: uploadedBy?.id ?? '', language: code }),
  body: named(
    'FileTexts',
    z.strictObject({
      ...texts,
      isCurrent: z.boolean().exactOptional().describe('Of a translation: it says what the original says now.'),
      isMinor: z.boolean().exactOptional().describe('Of the original: translations need not follow this change.'),
    }),
  ),
  answer: theFile,
  async handle({ actor, params: { id = '', language: code = '' }, body }, services) {
    const { decorative, isCurrent, isMinor, ...given } = body;
    const change = { id, language: code, texts: given, decorative, isCurrent, isMinor };
    return answer(services, await describeFile(services, actor, change));
  },
});

const usesRoute = route({
  method: 'get',
  path: '/files/{id}/uses',
  operationId: 'listFileUses',
  summary: 'Lists the items that show a file or link to it, and where.',
  tag: 'Media',
  permission: 'media.read',
  answer: {
    status: 200,
    description: 'The uses, the most public ones first.',
    schema: named(
      'FileUses',
      z.object({
        isComplete: z.boolean().describe('False while older texts are still being looked through.'),
        uses: z.array(
          z.object({
            item: z.string(),
            title: z.string(),
            places: z.array(z.object({ place: z.enum(USE_PLACES), languages: z.array(z.string()) })),
          }),
        ),
      }),
    ),
  },
  async handle({ params: { id = '' } }, { store, config }) {
    if (!isMediaId(id) || !(await getDocument(store, files.at(id)))) throw noSuchFile();
    const uses = await findMediaUses(store, config, id, MOST_USES);
    const isComplete = (await areMediaUsesRecorded(store)) && uses.length < MOST_USES;
    return { body: { isComplete, uses: uses.map(({ itemId, title, places }) => ({ item: itemId, title, places })) } };
  },
});

const versionQuery = {
  version: z.coerce.number().int().min(1).describe('The version of the file that you have seen.'),
};

const replaceRoute = route({
  method: 'put',
  path: '/files/{id}/contents',
  operationId: 'replaceFile',
  summary:
    'Gives a file other bytes, as the body or as the part "file" of a form; every page that shows it shows them.',
  tag: 'Media',
  permission: 'file.replace',
  query: z.object({
    ...versionQuery,
    name: z
      .string()
      .min(1)
      .max(255)
      .exactOptional()
      .describe('The file name of a file in the body; default: the present one.'),
    language: language.exactOptional().describe('Only for the readers of this language.'),
    part: z
      .enum(FILM_PARTS)
      .exactOptional()
      .describe('Of a film, instead of its bytes: captions of the language as WebVTT, or a picture shown before.'),
  }),
  body: 'picture',
  answer: theFile,
  async handle({ raw, actor, address, params: { id = '' }, query }, services) {
    const current = isMediaId(id) ? (await getDocument(services.store, files.at(id)))?.data.current.name : undefined;
    const unnamed = { captions: 'captions.vtt', poster: 'poster', contents: current }[query.part ?? 'contents'];
    const sender = { account: actor.id, address };
    const { name, contents, release } = await receiveFile(raw, services, sender, unnamed);
    const replacement = {
      id,
      name,
      contents,
      expectedVersion: query.version,
      language: query.language,
      part: query.part,
    };
    return answer(services, await replaceFile(services, actor, replacement).finally(release));
  },
});

const removePartRoute = route({
  method: 'delete',
  path: '/files/{id}/contents',
  operationId: 'removeFilePart',
  summary:
    'Takes its own bytes or its captions from a language, or its poster from a film; they become a former version.',
  tag: 'Media',
  permission: 'file.replace',
  query: z.object({
    ...versionQuery,
    language: language.exactOptional(),
    part: z.enum(FILM_PARTS).exactOptional().describe('Default: the own bytes of the language.'),
  }),
  answer: theFile,
  async handle({ actor, params: { id = '' }, query: { version: expectedVersion, language: code, part } }, services) {
    const removed = { id, expectedVersion, part };
    if (part === 'poster') return answer(services, await removeUpload(services, actor, { ...removed, part }));
    if (code === undefined) throw new ApiProblem('invalid-query', 'Name a language, or the poster.');
    return answer(services, await removeUpload(services, actor, { ...removed, language: code }));
  },
});

const restoreVersionRoute = route({
  method: 'post',
  path: '/files/{id}/restore-version',
  operationId: 'restoreFileVersion',
  summary: 'Gives a file the bytes of a former version again.',
  tag: 'Media',
  permission: 'file.replace',
  body: named('FormerVersion', z.strictObject({ version: z.int().min(1), former: z.int().min(1) })),
  answer: theFile,
  async handle({ actor, params: { id = '' }, body: { version, former } }, services) {
    return answer(services, await restoreFormer(services, actor, { id, expectedVersion: version, version: former }));
  },
});

const trashRoute = route({
  method: 'delete',
  path: '/files/{id}',
  operationId: 'trashFile',
  summary: 'Moves a file to the trash for 30 days: what uses it is shown without it.',
  tag: 'Media',
  permission: 'file.trash',
  answer: theFile,
  handle: async ({ actor, params: { id = '' } }, services) =>
    answer(services, await trashFile(services, actor, { id })),
});

const untrashRoute = route({
  method: 'post',
  path: '/files/{id}/restore',
  operationId: 'untrashFile',
  summary: 'Takes a file out of the trash.',
  tag: 'Media',
  permission: 'file.trash',
  answer: theFile,
  handle: async ({ actor, params: { id = '' } }, services) =>
    answer(services, await untrashFile(services, actor, { id })),
});

export const fileRoutes: AnyRoute[] = [
  ...[listRoute, readRoute, tagRoute, usesRoute, replaceRoute, removePartRoute, restoreVersionRoute, trashRoute],
  ...[untrashRoute, describeRoute],
];

const noSuchFile = () => new ApiProblem('not-found', 'There is no such file.');

const REFUSALS: { [reason: string]: string } = {
  'in-trash': 'The file is in the trash.',
  conflict: 'The file has changed since then.',
  'same-bytes': 'The file has exactly these bytes already.',
  'other-kind': 'A file is replaced only by one of the same kind.',
  'nothing-there': 'The file has none of this.',
  'no-film': 'Only a film has captions and a poster.',
};

function answer(services: ApiServices, outcome: FileOutcome<'no-language'> | ReplaceOutcome) {
  if (outcome.ok) return { body: told(services, outcome.file) };
  if ('problem' in outcome) throw pictureRefused(outcome);
  if (outcome.reason === 'not-found' || outcome.reason === 'no-language') throw noSuchFile();
  throw new ApiProblem('conflict', REFUSALS[outcome.reason] ?? REFUSALS.conflict ?? '');
}

function told({ origin, config }: ApiServices, file: SiteFile) {
  const { id, kind, version, current, tags, sourceLanguage, languages, former, trashedAt, poster } = file;
  return {
    ...{ id, kind, version, url: `${origin}/media/${current.media}/original`, ...uploadOf(current) },
    address: `${origin}${fileAddress(id, current)}`,
    ...(poster && { poster: uploadOf(poster) }),
    ...{ tags, sourceLanguage },
    languages: Object.fromEntries(
      config.locales.map(({ code }) => {
        const { own, captions, links: _, ...said } = languages[code] ?? {};
        const states = (fileReport(file, code) ?? []).map(({ unit, source, state }) => [unit ?? source, state]);
        return [
          code,
          {
            ...{ ...said, states: Object.fromEntries(states) },
            ...(own && { own: uploadOf(own) }),
            ...(captions && { captions: uploadOf(captions) }),
          },
        ];
      }),
    ),
    former: former.map((each) => ({
      ...{ version: each.version, ...uploadOf(each) },
      ...(each.language !== undefined && { language: each.language }),
      ...(each.part && { part: each.part }),
    })),
    ...(trashedAt !== undefined && { trashedAt: new Date(trashedAt).toISOString() }),
  };
}

function uploadOf({ name, contentType, bytes, at, by }: Upload) {
  return { name, contentType, bytes, at: new Date(at).toISOString(), ...(by && { by }) };
}

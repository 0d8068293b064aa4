import { z } from 'zod';
import { may } from '#core/access/policy.ts';
import { readShownFiles, type ShownFile } from '#core/files/read-files.ts';
import { storeFile } from '#core/files/store-file.ts';
import { readTopics } from '#core/item-cards/read-topics.ts';
import { isPicture } from '#core/media/media.ts';
import type { StoreMediaOutcome } from '#core/media/store-media.ts';
import { deleteMedia } from '#core/media-uses/delete-media.ts';
import { readConfig } from '#core/settings/settings.ts';
import { ApiProblem } from './problem.ts';
import { receiveFile } from './read-request.ts';
import { type AnyRoute, route } from './route.ts';
import { language, named } from './shared-schemas.ts';

const labels = z.partialRecord(language, z.string());

const contentTypes = named(
  'ContentTypes',
  z.object({
    languages: z.array(language),
    defaultLanguage: language,
    tags: z.record(z.string(), labels).describe('The tags of the site and their labels.'),
    contentTypes: z.array(
      z.object({
        key: z.string(),
        labels: z.object({ singular: labels, plural: labels }),
        segments: labels,
        appearsAs: z.enum(['collection', 'page', 'faq', 'site']),
        missingLanguage: z.enum(['not-found', 'notice', 'listing']),
        fields: z.array(
          z.looseObject({
            key: z.string(),
            kind: z.string(),
            localized: z.boolean(),
            required: z.boolean().exactOptional(),
            labels,
          }),
        ),
      }),
    ),
    blocks: z
      .array(
        z.object({
          key: z.string(),
          labels,
          fields: z.array(
            z.looseObject({ key: z.string(), kind: z.string(), required: z.boolean().exactOptional(), labels }),
          ),
        }),
      )
      .describe('The blocks that the site defines for texts; attrs.kind of a node siteBlock is the key of one.'),
  }),
);

const contentTypesRoute = route({
  method: 'get',
  path: '/content-types',
  operationId: 'listContentTypes',
  summary: 'Lists the languages and tags of the site, its content types and its blocks for texts with their fields.',
  tag: 'Site',
  permission: 'admin.enter',
  answer: { status: 200, description: 'The content types.', schema: contentTypes },
  async handle({ actor }, { config, store }) {
    const { contentTypes } = await readConfig(store, config);
    const told = contentTypes.map(({ key, labels: names, segments, appearsAs, missingLanguage, fields }) => ({
      key,
      labels: names,
      segments,
      appearsAs,
      missingLanguage,
      fields,
    }));
    const languages = config.locales.map(({ code }) => code);
    const blocks = (config.blocks ?? []).map(({ key, labels: names, fields }) => ({ key, labels: names, fields }));
    const tags = may(actor, 'draft.read') ? await readTopics(store, config) : config.tags;
    return {
      body: { languages, defaultLanguage: config.defaultLocale, tags, contentTypes: told, blocks },
    };
  },
});

const mediaResource = named(
  'Media',
  z.object({
    id: z.string(),
    name: z.string(),
    contentType: z.string(),
    bytes: z.int(),
    width: z.number().exactOptional().describe('Pixels of a picture.'),
    height: z.number().exactOptional(),
    url: z.string().describe('The URL of the picture, without metadata such as place and author.'),
  }),
);

const uploadRoute = route({
  method: 'post',
  path: '/media',
  operationId: 'uploadMedia',
  summary:
    'Uploads a file: a picture, document, sound, film or captions, as the body or as the part "file" of a form. Identical files are stored once.',
  tag: 'Media',
  permission: 'media.upload',
  query: z.object({
    name: z
      .string()
      .min(1)
      .max(255)
      .exactOptional()
      .describe('The file name of a file in the body; its end tells texts apart.'),
  }),
  body: 'picture',
  answer: { status: 201, description: 'The file.', schema: mediaResource, location: true },
  async handle({ raw, actor, address }, services) {
    const { name, contents, release } = await receiveFile(raw, services, { account: actor.id, address });
    const stored = await storeFile(services, actor, { name, contents }).finally(release);
    if (!stored.ok) throw pictureRefused(stored);
    const { file } = stored;
    return {
      status: 201,
      body: fileOf(services.origin, file.id, stored),
      headers: { Location: `/api/v1/media/${file.id}` },
    };
  },
});

const readRoute = route({
  method: 'get',
  path: '/media/{id}',
  operationId: 'readMedia',
  summary: 'Reads the properties of a file.',
  tag: 'Media',
  permission: 'media.read',
  answer: { status: 200, description: 'The file.', schema: mediaResource },
  async handle({ params: { id = '' } }, { store, origin }) {
    const shown = (await readShownFiles(store, [id])).get(id);
    if (!shown) throw noSuchFile();
    return { body: fileOf(origin, id, shown) };
  },
});

const deleteRoute = route({
  method: 'delete',
  path: '/media/{id}',
  operationId: 'deleteMedia',
  summary: 'Deletes a picture for good, in all its forms.',
  tag: 'Media',
  permission: 'media.delete',
  query: z.object({
    force: z
      .enum(['true', 'false'])
      .exactOptional()
      .describe('With true, even while items use it: they are shown without it from then on.'),
  }),
  answer: { status: 204, description: 'The file is gone.' },
  async handle({ params: { id = '' }, query: { force }, actor }, services) {
    const deleted = await deleteMedia(services, actor, { id, force: force === 'true' });
    if (deleted.ok) return { status: 204 };
    switch (deleted.reason) {
      case 'not-found':
        throw noSuchFile();
      case 'uses-unknown':
        throw new ApiProblem('unavailable', 'What uses the file is not known yet. Try again in a minute.', {
          headers: { 'Retry-After': '60' },
        });
      case 'in-use':
        throw new ApiProblem('conflict', 'Items use the file.', {
          errors: deleted.uses.map(({ itemId, title, place }) => ({
            detail: `${title} uses it ${PLACES[place]}`,
            code: `used-in-${place}`,
            item: itemId,
          })),
        });
    }
  },
});

/** Why bytes are not kept. */
export function pictureRefused({ reason, problem }: Extract<StoreMediaOutcome, { ok: false }>): ApiProblem {
  if (reason === 'busy' || reason === 'deleting') {
    return new ApiProblem('unavailable', `The file ${problem}.`, { headers: { 'Retry-After': '5' } });
  }
  return new ApiProblem('invalid', 'The file cannot be kept.', {
    errors: [{ pointer: '', detail: `the file ${problem}`, code: 'invalid-picture' }],
  });
}

const PLACES = { public: 'in public', draft: 'in its draft', history: 'in its history' } as const;

const noSuchFile = () => new ApiProblem('not-found', 'There is no such file.');

export const siteRoutes: AnyRoute[] = [contentTypesRoute, uploadRoute, readRoute, deleteRoute];

/** A file with its present bytes. */
function fileOf(origin: string, id: string, { media, file }: ShownFile) {
  const { contentType, bytes } = media;
  const name = file?.current.name ?? media.name;
  const size = isPicture(media) ? { width: media.width, height: media.height } : {};
  return { id, name, contentType, bytes, ...size, url: `${origin}/media/${id}/original` };
}

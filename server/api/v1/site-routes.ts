import { z } from 'zod';
import { getDocument } from '#core/documents/typed-documents.ts';
import type { Media } from '#core/media/media.ts';
import { media } from '#core/media/media-collection.ts';
import { storeMedia } from '#core/media/store-media.ts';
import { named } from './named-schema.ts';
import { ApiProblem } from './problem.ts';
import { receiveFile } from './read-request.ts';
import { type AnyRoute, route } from './route.ts';
import { language } from './shared-schemas.ts';

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
        appearsAs: z.enum(['collection', 'page', 'faq']),
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
  async handle(_, { config }) {
    const told = config.contentTypes.map(({ key, labels: names, segments, appearsAs, missingLanguage, fields }) => ({
      key,
      labels: names,
      segments,
      appearsAs,
      missingLanguage,
      fields,
    }));
    const languages = config.locales.map(({ code }) => code);
    const blocks = (config.blocks ?? []).map(({ key, labels: names, fields }) => ({ key, labels: names, fields }));
    return {
      body: { languages, defaultLanguage: config.defaultLocale, tags: config.tags, contentTypes: told, blocks },
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
    width: z.number(),
    height: z.number(),
    url: z.string().describe('The URL of the picture, without metadata such as place and author.'),
  }),
);

const uploadRoute = route({
  method: 'post',
  path: '/media',
  operationId: 'uploadMedia',
  summary: 'Uploads a picture, as the body or as the part "file" of a form. Identical files are stored once.',
  tag: 'Media',
  permission: 'media.upload',
  query: z.object({
    name: z.string().min(1).max(255).exactOptional().describe('The file name of a picture in the body.'),
  }),
  body: 'picture',
  answer: { status: 201, description: 'The file.', schema: mediaResource, location: true },
  async handle({ raw, actor, address }, services) {
    const { name, contents, release } = await receiveFile(raw, services.uploads, { account: actor.id, address });
    const stored = await storeMedia(services, name.toWellFormed(), contents).finally(release);
    if (!stored.ok && stored.reason === 'busy') {
      throw new ApiProblem('unavailable', `The file ${stored.problem}.`, { headers: { 'Retry-After': '5' } });
    }
    if (!stored.ok) {
      throw new ApiProblem('invalid', 'The file cannot be kept.', {
        errors: [{ pointer: '', detail: `the file ${stored.problem}`, code: 'invalid-picture' }],
      });
    }
    const { media: file } = stored;
    return { status: 201, body: mediaOf(services.origin, file), headers: { Location: `/api/v1/media/${file.id}` } };
  },
});

const readRoute = route({
  method: 'get',
  path: '/media/{id}',
  operationId: 'readMedia',
  summary: 'Reads the properties of a picture.',
  tag: 'Media',
  permission: 'media.read',
  answer: { status: 200, description: 'The file.', schema: mediaResource },
  async handle({ params: { id = '' } }, { store, origin }) {
    const document = /^[0-9a-f]{32}$/.test(id) ? await getDocument(store, media.at(id)) : undefined;
    if (!document) throw new ApiProblem('not-found', 'There is no such file.');
    return { body: mediaOf(origin, document.data) };
  },
});

export const siteRoutes: AnyRoute[] = [contentTypesRoute, uploadRoute, readRoute];

function mediaOf(origin: string, file: Media) {
  const { color: _, forms: __, ...told } = file;
  return { ...told, url: `${origin}/media/${file.id}/original` };
}

import { type Context, Hono } from 'hono';
import { type Actor, actorOf } from '#core/access/actor.ts';
import { may, type Permission } from '#core/access/policy.ts';
import type { Client } from '#core/accounts/identity.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import { type MediaLimits, toldLimits } from '#core/media/media-limits.ts';
import { UPLOADS_PATH } from '#core/site/site-paths.ts';
import {
  type ArrivedUploads,
  addPart,
  type BeginRefusal,
  beginUpload,
  bytesOfUpload,
  dropUpload,
  findUpload,
  LEAST_PART,
  MAX_PARTS,
  type UploadDependencies,
  wholeUpload,
} from '#core/uploads/unfinished-upload.ts';
import { UPLOAD_RETRY_SECONDS, type UploadRefusal, type UploadSpace } from '../uploads/upload-space.ts';

/** The version of the protocol. Source: https://tus.io/protocols/resumable-upload, 1.0.x. */
const TUS = '1.0.0';

/** Maximum bytes of a part. Source: Meki's own; the browser sends 4 MB. */
const MAX_PART = 33_554_432;

/** Maximum bytes of the header with the name. Source: Meki's own; 255 letters of three bytes, in base64. */
const MAX_METADATA = 2_048;

export interface ResumableUploadsOptions extends UploadDependencies {
  space: Pick<UploadSpace, 'receive'>;
  limits: MediaLimits;
  readAccount: (context: Context) => { client: Client; account: RequestAccount; setCookies: string[] };
  /** Records a refusal by the policy table. */
  noteRefusal: (actor: Actor, permission: Permission, client: Client) => void;
}

/** Files that arrive in parts, and go on after a connection broke, on any instance. */
export interface ResumableUploads {
  routes: Hono;
  /** For a person at this IP address. */
  arrived(address: string | undefined): ArrivedUploads;
}

const STATUSES: { [reason in BeginRefusal]: number } = {
  empty: 422,
  size: 413,
  quota: 507,
  'too-many': 429,
  full: 503,
};

/**
 * The server of tus with its extensions creation, expiration and termination, for signed-in people who may upload. What has
 * arrived is in the file store and its place in the database, so that an upload goes on after a restart and on other instances.
 * Nobody sees it before it is whole and taken (`take`).
 */
export function createResumableUploads(options: ResumableUploadsOptions): ResumableUploads {
  const { space, limits } = options;
  const app = new Hono();
  /** Uploads with a part on its way to this instance. */
  const busy = new Set<string>();
  const guarded = (answer: AnswerUploader) => guard(options, answer);

  app.post(
    UPLOADS_PATH,
    guarded(async ({ req }, { actor }) => {
      const bytes = wholeNumber(req.header('upload-length'));
      const name = nameOf(req.header('upload-metadata'));
      if (bytes === undefined || name === undefined) return refuse(400);
      const begun = await beginUpload(options, actor, { name, bytes, limits });
      if (typeof begun === 'string') {
        const retry = begun === 'full' ? { 'Retry-After': String(UPLOAD_RETRY_SECONDS) } : {};
        const told = { reason: begun, limits: toldLimits(limits) };
        return Response.json(told, { status: STATUSES[begun], headers: tusHeaders(retry) });
      }
      const { id, expiresAt } = begun;
      return answerTus(201, { Location: `${UPLOADS_PATH}/${id}`, ...expires(expiresAt) });
    }),
  );

  app.get(
    `${UPLOADS_PATH}/:id`,
    guarded(async ({ req }, { actor }) => {
      const id = req.param('id') ?? '';
      // What is on its way here would count later.
      if (busy.has(id)) return refuse(423);
      const upload = (await findUpload(options, actor, id))?.data;
      if (!upload) return refuse(404);
      const { received, bytes, expiresAt } = upload;
      const at = { 'Upload-Offset': String(received), 'Upload-Length': String(bytes) };
      return answerTus(200, { ...at, ...expires(expiresAt) });
    }),
  );

  app.patch(
    `${UPLOADS_PATH}/:id`,
    guarded(async ({ req }, { actor, account, address }) => {
      const id = req.param('id') ?? '';
      if (req.header('content-type') !== 'application/offset+octet-stream') return refuse(415);
      if (busy.has(id)) return refuse(423);
      busy.add(id);
      try {
        const upload = await findUpload(options, actor, id);
        if (!upload) return refuse(404);
        const { received, bytes, parts } = upload.data;
        if (wholeNumber(req.header('upload-offset')) !== received) return refuse(409);
        if (parts.length >= MAX_PARTS) {
          await dropUpload(options, id);
          return refuse(410);
        }
        const most = Math.min(bytes - received, MAX_PART);
        const arrived = await space.receive(req.raw, most, { account, address }, LEAST_PART);
        if (typeof arrived === 'string') return refuseBody(arrived);
        try {
          const next = arrived.body.size === 0 ? received : await addPart(options, upload, arrived.body);
          return next === undefined ? refuse(409) : answerTus(204, { 'Upload-Offset': String(next) });
        } finally {
          await arrived.release();
        }
      } finally {
        busy.delete(id);
      }
    }),
  );

  app.delete(
    `${UPLOADS_PATH}/:id`,
    guarded(async ({ req }, { actor }) => {
      const id = req.param('id') ?? '';
      if (!(await findUpload(options, actor, id))) return refuse(404);
      await dropUpload(options, id);
      return answerTus(204);
    }),
  );

  return { routes: app, arrived: (address) => arrivedUploads(options, address) };
}

type AnswerUploader = (
  context: Context,
  sender: { actor: Actor; account: string; address: string | undefined },
) => Promise<Response>;

/** Calls `answer` for people who may upload. */
function guard({ readAccount, noteRefusal }: ResumableUploadsOptions, answer: AnswerUploader) {
  return async (context: Context) => {
    const { client, account, setCookies } = readAccount(context);
    const current = await account.current();
    if (!current) return refuse(401);
    const actor = actorOf(current.user);
    if (!may(actor, 'media.upload')) {
      noteRefusal(actor, 'media.upload', client);
      return refuse(403);
    }
    if (context.req.method !== 'GET' && context.req.header('tus-resumable') !== TUS) {
      return refuse(412, { 'Tus-Version': TUS });
    }
    const response = await answer(context, { actor, account: current.user.id, address: client.address });
    for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie);
    return response;
  };
}

function arrivedUploads(options: ResumableUploadsOptions, address: string | undefined): ArrivedUploads {
  const { space, files } = options;
  return {
    async take(by, id) {
      const upload = (await findUpload(options, by, id))?.data;
      if (!upload) return 'gone';
      if (upload.received < upload.bytes) return 'incomplete';
      const only = await wholeUpload(files, upload);
      if (only) return { name: upload.name, contents: only, release: async () => {} };
      const request = {
        headers: new Headers({ 'Content-Length': String(upload.bytes) }),
        body: streamOf(bytesOfUpload(files, upload)),
      };
      const whole = await space.receive(request, upload.bytes, { account: upload.by, address });
      if (typeof whole === 'string') return 'busy';
      const { body: contents, release } = whole;
      if (contents.size === upload.bytes) return { name: upload.name, contents, release };
      await release();
      await dropUpload(options, id);
      return 'gone';
    },
    drop: (id) => dropUpload(options, id),
  };
}

function streamOf(pieces: AsyncGenerator<Uint8Array<ArrayBuffer>, void>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

function refuseBody(refusal: UploadRefusal): Response {
  const retry = { 'Retry-After': String(UPLOAD_RETRY_SECONDS) };
  switch (refusal) {
    case 'too-large':
      return refuse(413);
    case 'incomplete':
      return refuse(400);
    case 'too-many':
      return refuse(429, retry);
    case 'full':
      return refuse(503, retry);
  }
}

const tusHeaders = (headers: { [name: string]: string } = {}) => ({
  'Tus-Resumable': TUS,
  'Cache-Control': 'private, no-store',
  ...headers,
});

const answerTus = (status: number, headers?: { [name: string]: string }) =>
  new Response(null, { status, headers: tusHeaders(headers) });

const refuse = answerTus;

const expires = (at: number) => ({ 'Upload-Expires': new Date(at).toUTCString() });

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The name in `Upload-Metadata`: pairs of a key and its value in base64. @returns `undefined` if the header is malformed */
function nameOf(metadata = ''): string | undefined {
  if (metadata.length > MAX_METADATA) return undefined;
  const pair = metadata.split(',').find((one) => one.trim().startsWith('filename '));
  return pair && Buffer.from(pair.trim().slice('filename '.length), 'base64').toString('utf8');
}

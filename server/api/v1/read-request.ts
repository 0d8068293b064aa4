import type { z } from 'zod';
import { MAX_OPAQUE_DEPTH } from '#core/documents/document-store.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { USUAL_LIMITS } from '#core/media/media-limits.ts';
import { textProblems } from '#core/problems/problem.ts';
import { parseMultipart } from '../../forms/parse-multipart.ts';
import { readBytes } from '../../forms/receive-form.ts';
import {
  UPLOAD_RETRY_SECONDS,
  type Upload,
  type UploadRefusal,
  type UploadSender,
} from '../../uploads/upload-space.ts';
import { ApiProblem, bodyError, bodyErrors } from './problem.ts';
import type { ApiServices } from './route.ts';

/** Maximum bytes of a JSON body. Source: Meki's own; more than a whole item. */
const MAX_JSON_BYTES = 1_048_576;

/**
 * Maximum members and entries of a JSON body, at all levels, because validation costs time for each. Source: Meki's own; a
 * table of 400 rows and 10 columns has 37,000.
 */
const MAX_JSON_VALUES = 50_000;

/** Allowance for the multipart overhead around a file. */
const FORM_BYTES = 64 * 1024;

/** Maximum parts of a form with a file. Source: Meki's own; only one is used. */
const MAX_PARTS = 20;

/** Whether there is a body to read: only one that the schema does not require may be left out. */
export function isSent({ headers }: Request, schema: z.ZodType): boolean {
  if (!schema.isOptional()) return true;
  return (
    headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0' || headers.has('content-type')
  );
}

/** Parses and validates a JSON body. @throws {ApiProblem} */
export async function readJson(request: Request, schema: z.ZodType): Promise<unknown> {
  requireType(request, /^application\/(?:[\w.+-]+\+)?json$/, 'application/json');
  const bytes = await readBody(request, MAX_JSON_BYTES);
  const value = jsonOf(bytes);
  const broken = textProblems(value).map((problem) => bodyError(problem));
  const parsed = schema.safeParse(value);
  if (parsed.success && broken.length === 0) return parsed.data;
  throw new ApiProblem('invalid', 'The body is not as the description of the API says.', {
    errors: [...broken, ...(parsed.error ? bodyErrors(parsed.error) : [])],
  });
}

/** Validates the query parameters. @throws {ApiProblem} */
export function readQuery(url: URL, schema: z.ZodObject): unknown {
  const parsed = schema.safeParse(Object.fromEntries(url.searchParams));
  if (parsed.success) return parsed.data;
  const errors = bodyErrors(parsed.error).map(({ pointer = '', ...error }) => ({
    parameter: pointer.slice(1),
    ...error,
  }));
  throw new ApiProblem('invalid-query', 'A parameter is not as the description of the API says.', { errors });
}

/** A file that a program has sent. */
export interface SentFile extends Pick<Upload, 'release'> {
  name: string;
  contents: Blob;
}

/**
 * A file sent as the body with `?name=`, or as the part `file` of a form. The caller releases it.
 * @param unnamed the name of a file that is sent without one
 * @throws {ApiProblem} also if the program, its network or the server has too many bytes at work
 */
export async function receiveFile(
  request: Request,
  { uploads, limits = USUAL_LIMITS }: Pick<ApiServices, 'uploads' | 'limits'>,
  sender: UploadSender,
  unnamed = 'file',
): Promise<SentFile> {
  const type = requireType(
    request,
    /^(?:(?:image|audio|video|text|application)\/(?!json$|x-www-form-urlencoded$)|multipart\/form-data$)/,
    'of the type of the file',
  );
  const isForm = type === 'multipart/form-data';
  const most = (type.startsWith('image/') ? limits.picture : limits.file) + (isForm ? FORM_BYTES : 0);
  const upload = await uploads.receive(request, most, sender);
  if (typeof upload === 'string') throw bodyProblem(upload, most);
  const { body, release } = upload;
  const name = new URL(request.url).searchParams.get('name') ?? unnamed;
  if (!isForm) return { name, contents: body, release };
  const parsing = parseMultipart(body, request.headers.get('content-type') ?? '', MAX_PARTS);
  const parts = await parsing.catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const file = typeof parts === 'string' ? undefined : parts.find(([field]) => field === 'file')?.[1];
  if (file instanceof File) return { name: file.name || name, contents: file, release };
  await release();
  throw new ApiProblem(
    'bad-request',
    `The form has no file in a part named "file", or has more than ${MAX_PARTS} parts.`,
  );
}

function requireType(request: Request, taken: RegExp, example: string): string {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (taken.test(type)) return type;
  const given = type === '' ? 'no type' : type;
  throw new ApiProblem('unsupported-media-type', `The body must be ${example}, and is ${given}.`);
}

async function readBody(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBytes(request, most);
  if (typeof bytes === 'string') throw bodyProblem(bytes, most);
  return bytes;
}

function bodyProblem(refusal: UploadRefusal, most: number): ApiProblem {
  const headers = { 'Retry-After': String(UPLOAD_RETRY_SECONDS) };
  const again = `Send fewer at once, and this one again in ${UPLOAD_RETRY_SECONDS} s.`;
  switch (refusal) {
    case 'incomplete':
      return new ApiProblem('bad-request', 'The body did not arrive whole.');
    case 'too-large':
      return new ApiProblem('too-large', `The body may have at most ${most} bytes.`);
    case 'too-many':
      return new ApiProblem('too-many-requests', `The program or its network sends too many files. ${again}`, {
        headers,
      });
    case 'full':
      return new ApiProblem('unavailable', `The server receives too many files. ${again}`, { headers });
  }
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    const value: unknown = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    requireBounds(value, MAX_OPAQUE_DEPTH, { left: MAX_JSON_VALUES });
    return value;
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    throw new ApiProblem('bad-request', `The body is not JSON: ${reason}.`);
  }
}

/** @throws {ApiProblem} for a value that is nested too deeply or has too many values in total */
function requireBounds(value: unknown, levels: number, budget: { left: number }): void {
  if (budget.left-- === 0) throw new ApiProblem('too-large', `The body may have at most ${MAX_JSON_VALUES} values.`);
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) throw new ApiProblem('bad-request', `The body is nested more than ${MAX_OPAQUE_DEPTH} deep.`);
  for (const member of Array.isArray(value) ? value : Object.values(value)) requireBounds(member, levels - 1, budget);
}

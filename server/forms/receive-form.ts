import type { FieldLimits, FormRefusal, FormShape, ReceivedForm, ReceiveForm } from '#core/forms/form-shape.ts';
import { UPLOAD_RETRY_SECONDS, type Upload, type UploadRefusal } from '../uploads/upload-space.ts';
import { decodeUtf8, type FormEntry, type FormParsing, parseMultipart } from './parse-multipart.ts';

/** The media types of HTML forms. Browsers send other types cross-origin only after a CORS preflight. */
const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** Maximum extra fields of a form, such as those added by browser extensions. */
const MAX_STRAY_FIELDS = 20;

/** A name without a path. Form parsers turn dots and brackets into objects and lists; names with `__` are reserved by them. */
const PLAIN_NAME = /^(?!__)[\w-]{1,64}$/;

/** The form of a request, which the app reads after it has authenticated the sender. */
export interface FormReceiver {
  receive: ReceiveForm;
  /** Why the form was refused, if it was requested. */
  refusal(): FormRefusal | undefined;
  /** Deletes the files of the form. */
  release(): Promise<void>;
}

/** Receives the body of a form with files. */
export type ReceiveUpload = (mostBytes: number) => Promise<Upload | UploadRefusal>;

/**
 * The only way for the body of an HTML form to reach the app. Nothing is read before `receive` is called.
 * @param receiveUpload without it, no form can have a file
 */
export function createFormReceiver(
  request: Pick<Request, 'headers' | 'body'>,
  receiveUpload?: ReceiveUpload,
): FormReceiver {
  let upload: Upload | undefined;
  let reading: Promise<ReceivedForm | FormRefusal> | undefined;
  let refusal: FormRefusal | undefined;
  return {
    refusal: () => refusal,
    async receive(shape) {
      if (reading) throw new Error('The form of a request is received once');
      const receiveBody = async () => {
        const hasFile = Object.values(shape.fields).some(({ kind }) => kind === 'file');
        const received = await (hasFile && receiveUpload ? receiveUpload : readIntoMemory)(shape.mostBytes);
        if (typeof received === 'string') return received;
        upload = received;
        return received.body;
      };
      reading = readForm(request.headers, shape, receiveBody);
      const received = await reading;
      if ('status' in received) refusal = received;
      return received;
    },
    release: async () => upload?.release(),
  };

  async function readIntoMemory(mostBytes: number): Promise<Upload | UploadRefusal> {
    const bytes = await readBytes(request, mostBytes);
    return typeof bytes === 'string' ? bytes : { body: new Blob([bytes]), release: async () => {} };
  }
}

const REFUSALS: { [refusal in UploadRefusal]: FormRefusal } = {
  'too-large': { status: 413, message: 'The form is too large' },
  incomplete: { status: 400, message: 'The form did not arrive whole' },
  'too-many': { status: 429, message: 'Too many files are sent at once', retryAfter: UPLOAD_RETRY_SECONDS },
  full: { status: 503, message: 'The server receives too many files', retryAfter: UPLOAD_RETRY_SECONDS },
};

async function readForm(
  headers: Headers,
  shape: FormShape,
  receiveBody: () => Promise<Blob | UploadRefusal>,
): Promise<ReceivedForm | FormRefusal> {
  // Without a type, the default type of forms.
  const type = headers.get('content-type') ?? URL_ENCODED;
  const mediaType = mediaTypeOf(type);
  const fields = Object.values(shape.fields);
  const taken = fields.some(({ kind }) => kind === 'file') ? [MULTIPART] : [URL_ENCODED, MULTIPART];
  if (!taken.includes(mediaType)) return { status: 415, message: `Not a form: ${mediaType.slice(0, 100)}` };
  const body = await receiveBody();
  if (typeof body === 'string') return REFUSALS[body];
  const mostFields = fields.reduce((sum, { most }) => sum + most, MAX_STRAY_FIELDS);
  const parsing = await parseForm(body, type, mostFields);
  if (parsing === 'broken') return { status: 400, message: 'The form cannot be read' };
  if (parsing === 'too-many') return { fields: new FormData(), isAltered: true };
  return reduceForm(parsing, shape);
}

/** The media type of a header, in lower case without parameters. */
function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Parses a form in linear time. @param mostFields nothing is parsed if there are more */
async function parseForm(body: Blob, contentType: string, mostFields: number): Promise<FormParsing> {
  return mediaTypeOf(contentType) === MULTIPART
    ? parseMultipart(body, contentType, mostFields)
    : parseUrlEncoded(new Uint8Array(await body.arrayBuffer()), mostFields);
}

/** Keeps the declared fields. Other plain names are ignored; anything that no browser sends marks the form as altered. */
function reduceForm(entries: FormEntry[], shape: FormShape): ReceivedForm {
  const fields = new FormData();
  const counts = new Map<string, number>();
  let strays = 0;
  let isAltered = false;
  for (const [name, value] of entries) {
    const limits = name !== undefined && Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
    if (name === undefined || !limits) {
      strays++;
      isAltered ||= name === undefined || !PLAIN_NAME.test(name) || !isText(value);
      continue;
    }
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count <= limits.most && fits(value, limits)) fields.append(name, value);
    else isAltered = true;
  }
  return { fields, isAltered: isAltered || strays > MAX_STRAY_FIELDS };
}

function fits(value: string | File | undefined, { kind, length }: FieldLimits): value is string | File {
  return kind === 'file' ? value instanceof File : isText(value) && value.length <= length;
}

/** Browsers' form controls never send a NUL. */
function isText(value: string | File | undefined): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

/** Parses `application/x-www-form-urlencoded`. Names and values with invalid encodings become `undefined`. */
function parseUrlEncoded(bytes: Uint8Array<ArrayBuffer>, mostFields: number): FormParsing {
  const text = decodeUtf8(bytes);
  if (text === undefined) return [[undefined, undefined]];
  if (countOf(text, '&') >= mostFields) return 'too-many';
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): FormEntry => {
      const end = pair.indexOf('=');
      return end < 0 ? [decode(pair), ''] : [decode(pair.slice(0, end)), decode(pair.slice(end + 1))];
    });
}

function countOf(text: string, letter: string): number {
  let count = 0;
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) count++;
  return count;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/**
 * Reads a body up to a limit. A `Content-Length` above the limit is refused without reading.
 * @returns `too-large` beyond the limit, `incomplete` if the connection ended early
 */
export async function readBytes(
  { headers, body }: Pick<Request, 'headers' | 'body'>,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer> | 'too-large' | 'incomplete'> {
  if (Number(headers.get('content-length')) > mostBytes) return 'too-large';
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.length;
      if (size > mostBytes) return 'too-large';
      chunks.push(chunk);
    }
  } catch {
    return 'incomplete';
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Most bytes of a form of the admin area. Source: Meki's own; the longest form is far below. */
export const MAX_FORM_BYTES = 64 * 1024;

/** The types that an HTML form is sent in. A browser sends one of them to another site only as itself. */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** A form as it came, whole, or why it is none. */
export type FormReading =
  | { ok: true; type: string; body: Uint8Array<ArrayBuffer> }
  | { ok: false; status: 400 | 413 | 415; message: string };

/** Reads the form that a request brings, up to a limit. One that says no type is taken for the plain one. */
export async function readForm(
  request: Pick<Request, 'headers' | 'body'>,
  mostBytes = MAX_FORM_BYTES,
): Promise<FormReading> {
  const type = request.headers.get('content-type') ?? FORM_TYPES[0] ?? '';
  const essence = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!FORM_TYPES.includes(essence)) return refuse(415, `Not a form: ${essence}`);
  if (Number(request.headers.get('content-length')) > mostBytes) return tooLarge();
  const body = await readBytes(request.body, mostBytes).catch(() => undefined);
  if (body === undefined) return refuse(400, 'The form did not arrive whole');
  if (body === 'too-large') return tooLarge();
  return (await isForm(body, type)) ? { ok: true, type, body } : refuse(400, 'The form cannot be read');
}

async function readBytes(stream: Request['body'], mostBytes: number): Promise<Uint8Array<ArrayBuffer> | 'too-large'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.length;
    if (size > mostBytes) return 'too-large';
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

async function isForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<boolean> {
  return new Response(body, { headers: { 'Content-Type': type } }).formData().then(
    () => true,
    () => false,
  );
}

function tooLarge(): FormReading {
  return refuse(413, 'The form is too large');
}

function refuse(status: 400 | 413 | 415, message: string): FormReading {
  return { ok: false, status, message };
}

import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { UPLOADS_PATH } from '#core/site/site-paths.ts';
import { ask } from '../harness/ask.ts';
import type { Ledger } from './ledger.ts';

/** Where requests go, and as whom. */
export interface UploadSite {
  origin: string;
  cookies: { editor: string };
  tokens: { editor: string };
}

/** A file on its way in parts, as its browser knows it. */
export interface BegunUpload {
  path: string;
  bytes: Uint8Array;
  pixels: Uint8Array;
  /** Bytes that the server has acknowledged. */
  acknowledged: number;
}

/** A file whose bytes are replaced: its id, version, the pixels acknowledged, and all that were sent since. */
export interface ReplacedFile {
  id: string;
  version: number;
  acknowledged: Uint8Array;
  sent: Uint8Array[];
}

/** Bytes of a part. Source: enough of them that one that breaks off is kept. */
const PART = 70_000;

/** A picture of noise, and its pixels. */
export async function makeNoise(side: number): Promise<{ bytes: Uint8Array; pixels: Uint8Array }> {
  const pixels = new Uint8Array(side * side * 3);
  for (let at = 0; at < pixels.length; at += 65_536) crypto.getRandomValues(pixels.subarray(at, at + 65_536));
  const raw = { width: side, height: side, channels: 3 } as const;
  return { bytes: await sharp(pixels, { raw }).png({ compressionLevel: 0 }).toBuffer(), pixels };
}

const headersOf = ({ origin, cookies }: UploadSite) => ({ origin, cookie: cookies.editor, 'tus-resumable': '1.0.0' });

/** Begins an upload and sends it to its end. @returns whether it was taken; it is in the ledger until it is */
export async function uploadInParts(site: UploadSite, ledger: Ledger): Promise<boolean> {
  const { bytes, pixels } = await makeNoise(230);
  const headers = { ...headersOf(site), 'upload-length': String(bytes.length), 'upload-metadata': 'filename YS5wbmc=' };
  const begun = await ask(site.origin + UPLOADS_PATH, { method: 'POST', headers });
  const path = begun.headers.get('location');
  if (begun.status !== 201 || !path) return refused(begun);
  ledger.begun.set(path, { path, bytes, pixels, acknowledged: 0 });
  return goOn(site, ledger, path);
}

/** Sends the rest of an upload and has it taken. @returns as `uploadInParts` @throws Error if a part that was acknowledged is lost */
export async function goOn(site: UploadSite, ledger: Ledger, path: string): Promise<boolean> {
  const upload = ledger.begun.get(path);
  if (!upload) return true;
  const { bytes, pixels } = upload;
  const found = await ask(site.origin + path, { method: 'HEAD', headers: headersOf(site) });
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  if (found.status === 404 && upload.acknowledged === bytes.length) {
    // It was taken, and the answer was lost.
    ledger.begun.delete(path);
    ledger.uploads.set(id, pixels);
    return true;
  }
  if (found.status !== 200) return refused(found);
  let offset = Number(found.headers.get('upload-offset'));
  if (offset < upload.acknowledged)
    throw new Error(`${upload.acknowledged} bytes were acknowledged, and ${offset} are there`);
  while (offset < bytes.length) {
    const headers = {
      ...headersOf(site),
      ...{ 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    };
    const body = bytes.slice(offset, offset + PART) as BodyInit;
    const sent = await ask(site.origin + path, { method: 'PATCH', headers, body });
    if (sent.status !== 204) return refused(sent);
    offset = Number(sent.headers.get('upload-offset'));
    upload.acknowledged = offset;
  }
  upload.acknowledged = bytes.length;
  const body = new URLSearchParams({ upload: path.split('/').at(-1) ?? '' });
  const taken = await ask(`${site.origin}/es/admin/files/send`, { method: 'POST', headers: headersOf(site), body });
  if (taken.status !== 201) return refused(taken);
  await taken.arrayBuffer();
  ledger.begun.delete(path);
  ledger.uploads.set(id, pixels);
  ledger.counts.arrived++;
  return true;
}

/** Gives a file other bytes, again and again; uploads it first. */
export async function replaceOnce(site: UploadSite, ledger: Ledger): Promise<void> {
  const { bytes, pixels } = await makeNoise(24);
  const headers = { authorization: `Bearer ${site.tokens.editor}`, 'content-type': 'application/octet-stream' };
  const { replaced } = ledger;
  if (!replaced) {
    const made = await ask(`${site.origin}/api/v1/media?name=r.png`, {
      method: 'POST',
      headers,
      body: bytes as BodyInit,
    });
    if (made.status !== 201) return void refused(made);
    const { id } = (await made.json()) as { id: string };
    ledger.replaced = { id, version: 1, acknowledged: pixels, sent: [] };
    return;
  }
  // A request that was cut off may have been done.
  replaced.sent.push(pixels);
  const address = `${site.origin}/api/v1/files/${replaced.id}/contents?version=${replaced.version}&name=r.png`;
  const answer = await ask(address, { method: 'PUT', headers, body: bytes as BodyInit });
  if (answer.status !== 200) return void refused(answer);
  replaced.version = ((await answer.json()) as { version: number }).version;
  Object.assign(replaced, { acknowledged: pixels, sent: [] });
  ledger.counts.replacements++;
}

/** What the file that is replaced shows now is one of those, whole. @returns a sentence per problem */
export async function checkReplaced(site: UploadSite, { replaced }: Ledger): Promise<string[]> {
  if (!replaced) return [];
  const headers = { authorization: `Bearer ${site.tokens.editor}` };
  const answer = await ask(`${site.origin}/api/v1/files/${replaced.id}`, { headers });
  if (answer.status !== 200) return [`the file that is replaced is answered ${answer.status}`];
  const { version, url } = (await answer.json()) as { version: number; url: string };
  const shown = await pixelsOf(site, url);
  const whole = [replaced.acknowledged, ...replaced.sent].find(
    (pixels) => shown && Buffer.compare(shown, pixels) === 0,
  );
  if (!whole) return ['the file that is replaced shows something else'];
  Object.assign(replaced, { version, acknowledged: whole, sent: [] });
  return [];
}

/** The pixels of an original; `undefined` if it is not served. */
export async function pixelsOf({ tokens }: UploadSite, url: string): Promise<Buffer | undefined> {
  const answer = await ask(url, { headers: { authorization: `Bearer ${tokens.editor}` } });
  const served = new Uint8Array(await answer.arrayBuffer());
  return answer.status === 200 ? sharp(served).removeAlpha().raw().toBuffer() : undefined;
}

/** A stopping server says so, and has not stored it. @throws Error for another refusal */
async function refused(answer: Response): Promise<false> {
  const text = await answer.text();
  if (answer.status === 503) return false;
  throw new Error(`An upload was answered ${answer.status}: ${text.slice(0, 200)}`);
}

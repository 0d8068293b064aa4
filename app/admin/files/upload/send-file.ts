import type { DetailedError, HttpResponse, Upload } from 'tus-js-client';
import type { ToldLimits } from '#core/media/media-limits.ts';
import { UPLOADS_PATH } from '#core/site/site-paths.ts';
import type { SendAnswer } from './take-file.ts';

/** Bytes of a part: a part on a line of 1.2 Mbit/s arrives within the 30 s that a request may take. Source: Meki's own. */
const PART = 4_000_000;

/** Milliseconds without progress after which a connection counts as lost. Source: Meki's own. */
const STALLED = 60_000;

/** Milliseconds before a part is sent again after an error; counted anew once something has arrived. Source: Meki's own. */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

/** Why a file did not reach the library, besides what the server says of it. */
export type SendProblem = 'failed' | 'forbidden' | 'tooLarge' | 'empty' | 'tooMany' | 'quota';

/** What became of a file: the server's answer; that it is busy, for some seconds; or that it did not arrive. */
export type SendOutcome =
  | SendAnswer
  | { ok: false; kind: 'busy'; seconds: number; problem?: string }
  | { ok: false; kind: 'problem'; problem: SendProblem; limits?: ToldLimits };

/** The reason of a signal when the file is taken back; otherwise it may go on later. */
export const TAKEN_BACK = 'taken back';

const failed = (problem: SendProblem): SendOutcome => ({ ok: false, kind: 'problem', problem });

/**
 * Sends a file in parts, going on where an earlier attempt of this browser was, and has the library take it. Never throws.
 * @param path takes a file whose parts have arrived
 * @param options.onProgress called with the part that has left, from 0 to 1
 */
export async function sendFile(
  path: string,
  file: File,
  options: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<SendOutcome> {
  try {
    const tus = await import('tus-js-client');
    for (let attempt = 1; ; attempt++) {
      const sent = await sendParts((more) => new tus.Upload(file, more), file.name, options);
      if ('ok' in sent) return sent;
      const outcome = await take(path, sent.url?.split('/').at(-1) ?? '', options.signal);
      if (outcome !== 'gone' && !outcome.ok && outcome.kind !== 'refused') return outcome;
      for (const { urlStorageKey } of await sent.findPreviousUploads()) {
        await tus.defaultOptions.urlStorage.removeUpload(urlStorageKey);
      }
      if (outcome !== 'gone') return outcome;
      // Taken before, and the answer was lost: the library knows the bytes.
      if (attempt > 1) return failed('failed');
    }
  } catch {
    return failed('failed');
  }
}

type CreateUpload = (options: ConstructorParameters<typeof Upload>[1]) => Upload;

function sendParts(
  create: CreateUpload,
  filename: string,
  { onProgress, signal }: Parameters<typeof sendFile>[2],
): Promise<Upload | SendOutcome> {
  return new Promise((resolve, reject) => {
    let watch: ReturnType<typeof setTimeout> | undefined;
    const end = (outcome: Upload | SendOutcome) => {
      clearTimeout(watch);
      signal.removeEventListener('abort', stop);
      resolve(outcome);
    };
    const stop = () => {
      upload.abort(signal.reason === TAKEN_BACK).catch(() => {});
      end(failed('failed'));
    };
    const alive = () => {
      clearTimeout(watch);
      watch = setTimeout(stop, STALLED);
    };
    const upload = create({
      endpoint: UPLOADS_PATH,
      metadata: { filename },
      chunkSize: PART,
      retryDelays: RETRY_DELAYS,
      onProgress(sent, total) {
        alive();
        onProgress(total > 0 ? sent / total : 0);
      },
      onSuccess: () => end(upload),
      onError: (error) => end(outcomeOf(error)),
    });
    if (signal.aborted) return end(failed('failed'));
    signal.addEventListener('abort', stop);
    alive();
    upload.findPreviousUploads().then((previous) => {
      const last = previous.at(-1);
      if (last) upload.resumeFromPreviousUpload(last);
      if (!signal.aborted) upload.start();
    }, reject);
  });
}

/** What the server said to a part. */
function outcomeOf(error: Error | DetailedError): SendOutcome {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const seconds = Number(response?.getHeader('Retry-After'));
  switch (response?.getStatus()) {
    case 401:
    case 403:
      return failed('forbidden');
    case 413:
      return { ok: false, kind: 'problem', ...tooLarge(response) };
    case 507:
      return failed('quota');
    case 422:
      return failed('empty');
    case 429:
    case 503:
      return seconds > 0 ? { ok: false, kind: 'busy', seconds } : failed('tooMany');
    default:
      return failed('failed');
  }
}

/** What the site takes, as the server says with its refusal. */
function tooLarge(response: HttpResponse): { problem: SendProblem; limits?: ToldLimits } {
  try {
    return { problem: 'tooLarge', limits: (JSON.parse(response.getBody()) as { limits: ToldLimits }).limits };
  } catch {
    // A proxy refused it.
    return { problem: 'failed' };
  }
}

async function take(path: string, upload: string, signal: AbortSignal): Promise<SendOutcome | 'gone'> {
  const response = await fetch(path, { method: 'POST', body: new URLSearchParams({ upload }), signal });
  const { status } = response;
  if (status === 404) return 'gone';
  if (status === 401 || status === 403) return failed('forbidden');
  if (status !== 201 && status !== 422 && status !== 429 && status !== 503) return failed('failed');
  const answer = (await response.json()) as SendAnswer;
  const seconds = Number(response.headers.get('Retry-After')) || 5;
  return status < 429 || answer.ok ? answer : { ok: false, kind: 'busy', seconds, problem: answer.problem };
}

import type { SendAnswer } from './upload-answer.ts';

/** Milliseconds without progress after which a connection counts as lost. Source: Meki's own. */
const STALLED = 60_000;

/** What became of a file: the server's answer; that it is busy, for some seconds; or that it could not be asked. */
export type SendOutcome =
  | SendAnswer
  | { ok: false; kind: 'busy'; seconds: number; problem?: string }
  | { ok: false; kind: 'forbidden' | 'too-large' | 'unreachable' };

/**
 * Sends a file with its progress, which `fetch` cannot tell. Never throws.
 * @param options.onProgress called with the part that has left, from 0 to 1
 * @param options.signal takes the file back
 */
export function sendFile(
  path: string,
  file: File,
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<SendOutcome> {
  const form = new FormData();
  form.set('file', file, file.name);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let watch: ReturnType<typeof setTimeout>;
    const alive = () => {
      clearTimeout(watch);
      watch = setTimeout(() => request.abort(), STALLED);
    };
    const end = (outcome: SendOutcome) => {
      clearTimeout(watch);
      resolve(outcome);
    };
    request.open('POST', path);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => {
      alive();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => end(outcomeOf(request));
    request.onerror = () => end({ ok: false, kind: 'unreachable' });
    request.onabort = request.onerror;
    signal.addEventListener('abort', () => request.abort(), { once: true });
    alive();
    request.send(form);
  });
}

function outcomeOf({ status, response, ...request }: XMLHttpRequest & { response: unknown }): SendOutcome {
  if (status === 413) return { ok: false, kind: 'too-large' };
  if (status === 401 || status === 403) return { ok: false, kind: 'forbidden' };
  const answer = response as SendAnswer | null;
  if (status === 429 || status === 503) {
    const seconds = Number(request.getResponseHeader('Retry-After')) || 5;
    return { ok: false, kind: 'busy', seconds, ...(answer && !answer.ok && { problem: answer.problem }) };
  }
  return answer && (status === 201 || status === 422) ? answer : { ok: false, kind: 'unreachable' };
}

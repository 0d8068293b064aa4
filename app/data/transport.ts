import { REQUEST_TIMEOUT } from './data-limits.ts';

/** Reaches the server side of the data client. */
export interface Transport {
  /** @throws {DataError} */
  request<Answer>(path: string, body: object, timeout?: number): Promise<Answer>;
  /**
   * The lines of a stream; empty ones only show that it works. Ends if the server ends it, or with the signal.
   * @param limits milliseconds until the first line, and between lines
   * @throws {DataError}
   */
  stream(
    path: string,
    body: object,
    limits: { first: number; idle: number; signal?: AbortSignal },
  ): AsyncGenerator<string, void>;
}

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

const JSON_TYPE = 'application/json';

/** @see Transport */
export function createTransport(fetch: Fetch): Transport {
  const post = async (path: string, body: object, signal: AbortSignal): Promise<Response> => {
    const headers = { 'Content-Type': JSON_TYPE };
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      cache: 'no-store',
      signal,
    });
    if (!response.ok) throw new DataError('unavailable');
    return response;
  };

  return {
    async request<Answer>(path: string, body: object, timeout = REQUEST_TIMEOUT) {
      const limit = createLimit();
      limit.within(timeout);
      try {
        const response = await limit.orFail(post(path, body, limit.signal));
        const answer: unknown = await limit.orFail(response.json());
        const problem = problemOf(answer);
        if (problem) throw problem;
        return answer as Answer;
      } catch (error) {
        throw limit.errorFrom(error);
      } finally {
        limit.end();
      }
    },
    async *stream(path, body, { first, idle, signal }) {
      const limit = createLimit(signal);
      limit.within(first);
      try {
        const response = await limit.orFail(post(path, body, limit.signal));
        if (response.headers.get('content-type')?.startsWith(JSON_TYPE)) {
          throw problemOf(await limit.orFail(response.json())) ?? new DataError('invalid');
        }
        const reader = response.body?.getReader();
        const decoder = new TextDecoder();
        let rest = '';
        while (reader) {
          const { done, value } = await limit.orFail(reader.read());
          if (done) return;
          const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
          // A line that is broken off is never used.
          rest = lines.pop() ?? '';
          for (const line of lines) yield line;
          limit.within(idle);
        }
      } catch (error) {
        if (!signal?.aborted) throw limit.errorFrom(error);
      } finally {
        limit.end();
      }
    },
  };
}

/** Aborts after a time, or with another signal; also if whatever is awaited ignores the signal. */
function createLimit(outer?: AbortSignal) {
  const controller = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLate = false;
  const abort = () => {
    controller.abort();
    reject(new DataError('unavailable'));
  };
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    within(ms: number): void {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isLate = true;
        abort();
      }, ms);
    },
    orFail: <T>(work: Promise<T>): Promise<T> => Promise.race([work, aborted]),
    errorFrom(error: unknown): DataError {
      if (isLate) return new DataError('deadline-exceeded', { cause: error });
      return error instanceof DataError ? error : new DataError('unavailable', { cause: error });
    },
    end(): void {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
      controller.abort();
    },
  };
}

/** Why a call of the data client failed. `ended`: nobody is signed in. */
type DataErrorCode = 'deadline-exceeded' | 'unavailable' | 'ended' | 'permission-denied' | 'invalid';

const MESSAGES: { [code in DataErrorCode]: string } = {
  'deadline-exceeded': 'Request time out',
  unavailable: 'Connection failed.',
  ended: 'The session has ended',
  'permission-denied': 'The person may not do this',
  invalid: 'The server does not understand the call',
};

/** A call of the data client that failed. */
export class DataError extends Error {
  override name = 'DataError';
  readonly code: DataErrorCode;
  constructor(code: DataErrorCode, options?: ErrorOptions) {
    super(MESSAGES[code], options);
    this.code = code;
  }
}

/** The error of an answer that names a problem. */
function problemOf(answer: unknown): DataError | undefined {
  const problem = (answer as { problem?: unknown } | null)?.problem;
  if (typeof problem !== 'string') return undefined;
  return new DataError(problem in MESSAGES ? (problem as DataErrorCode) : 'invalid');
}

import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { retryDelay } from '#core/clock/retry-delay.ts';
import type { Bucket } from '#core/media/files-url.ts';

/** Time limits and retries; all in milliseconds. */
export interface BucketTimes {
  /** Maximum time without any progress: no connection, no answer, no more of the answer. Source: the seed, §9 (request). */
  request: number;
  /** The wait after a number of failed attempts. Source: the seed, §9 (cloud retry). */
  retry: (failures: number) => number;
}

const TIMES: BucketTimes = { request: 15_000, retry: (failures) => retryDelay(failures, Math.random()) };

/** Maximum attempts per request. None begins after the time limit of the first one, since somebody waits. Source: Meki's own. */
const ATTEMPTS = 3;

/** Bytes per millisecond of the slowest accepted upload, whose progress cannot be observed. Source: Meki's own. */
const SLOWEST_UPLOAD = 64;

/** Maximum bytes read of an error. */
const MAX_ERROR_BYTES = 64 * 1024;

export interface BucketRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Empty for requests about the bucket. */
  key: string;
  query?: { [name: string]: string };
  headers?: { [name: string]: string };
  body?: Blob;
}

/** An answer that was received completely. */
export interface BucketAnswer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** The service cannot be reached, or refused; the message is a sentence for the operator. */
export class BucketUnavailable extends Error {
  override name = 'BucketUnavailable';
}

/** Sends signed requests, and retries those that failed for a reason that passes. All requests are idempotent. */
export interface BucketClient {
  /** @returns an answer of success, or one of `expected` @throws {BucketUnavailable} */
  send(request: BucketRequest, expected?: (refusal: Refusal) => boolean): Promise<BucketAnswer>;
}

export function createBucketClient(bucket: Bucket, { request: limit, retry }: BucketTimes = TIMES): BucketClient {
  const signingKeys = new Map<string, ArrayBuffer>();

  async function sign({ method, key, query, headers, body }: BucketRequest): Promise<{ url: URL; headers: Headers }> {
    const hash = createHash('sha256');
    for await (const part of body?.stream() ?? []) hash.update(part);
    const signed = await new AwsV4Signer({
      method,
      url: `${bucket.endpoint}/${bucket.name}${key && `/${key}`}${query ? `?${new URLSearchParams(query)}` : ''}`,
      // With the hash of the contents, the service refuses an upload that arrives incomplete or damaged.
      headers: { ...headers, 'X-Amz-Content-Sha256': hash.digest('hex') },
      service: 's3',
      region: bucket.region,
      accessKeyId: bucket.accessKeyId,
      secretAccessKey: bucket.secretAccessKey,
      cache: signingKeys,
    }).sign();
    // Not signed, since proxies such as Google's change it.
    signed.headers.set('Accept-Encoding', 'identity');
    return signed;
  }

  async function attempt(request: BucketRequest): Promise<BucketAnswer> {
    const { method, body } = request;
    const { url, headers } = await sign(request);
    const stop = new AbortController();
    const uploading = (body?.size ?? 0) / SLOWEST_UPLOAD;
    const timer = setTimeout(() => stop.abort(new Error('no answer in time')), limit + uploading);
    try {
      const init = { method, headers, redirect: 'manual', signal: stop.signal } as const;
      const response = await fetch(url, body ? { ...init, body } : init);
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of response.body ?? []) {
        timer.refresh();
        parts.push(part);
        size += part.byteLength;
        if (!response.ok && size > MAX_ERROR_BYTES) break;
      }
      return { status: response.status, headers: response.headers, bytes: joined(parts, size) };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async send(request, expected = () => false) {
      const start = Date.now();
      for (let failures = 1; ; failures++) {
        const outcome = await attempt(request).catch((error: unknown) => unreachable(bucket, error));
        if (!(outcome instanceof Error) && outcome.status >= 200 && outcome.status < 300) return outcome;
        let problem = outcome instanceof Error ? outcome : undefined;
        if (!(outcome instanceof Error)) {
          const refusal = readRefusal(outcome.status, outcome.headers, new TextDecoder().decode(outcome.bytes));
          if (expected(refusal)) return outcome;
          problem = new BucketUnavailable(explainRefusal(refusal, bucket));
          if (!isPassing(refusal)) throw problem;
        }
        if (failures >= ATTEMPTS || Date.now() - start >= limit) throw problem;
        await wait(retry(failures));
      }
    },
  };
}

function joined(parts: Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

function unreachable({ endpoint }: Bucket, error: unknown): BucketUnavailable {
  const { host } = new URL(endpoint);
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : reasonOf(reason);
  return new BucketUnavailable(`${host} cannot be reached (${code}).`, { cause: error });
}

function reasonOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

/** An answer of the service other than success. */
export interface Refusal {
  status: number;
  /** The service's error code, such as `NoSuchBucket`; empty if the answer is not in the form of the protocol. */
  code: string;
  /** The region of the bucket, if the service tells it. */
  region: string;
}

/** Codes that pass by themselves, beside the statuses of an overloaded service. */
const PASSING_CODES = new Set([
  'RequestTimeout',
  'SlowDown',
  'OperationAborted',
  'InternalError',
  'ServiceUnavailable',
]);

const PASSING_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

function readRefusal(status: number, headers: Headers, body: string): Refusal {
  const element = (name: string) => new RegExp(`<${name}>([^<]{1,100})</${name}>`).exec(body)?.[1] ?? '';
  return { status, code: element('Code'), region: headers.get('x-amz-bucket-region') ?? element('Region') };
}

/** Whether the same request may succeed a moment later. */
function isPassing({ status, code }: Refusal): boolean {
  return PASSING_STATUSES.has(status) || PASSING_CODES.has(code);
}

/** What is wrong, and what to do about it: one sentence without secrets, for the operator. */
function explainRefusal({ status, code, region }: Refusal, bucket: Bucket): string {
  const { host } = new URL(bucket.endpoint);
  const elsewhere = region !== '' && region !== bucket.region;
  switch (code) {
    case 'NoSuchBucket':
      return `There is no bucket "${bucket.name}" at ${host}; create it, or correct its name in MEKI_FILES_URL.`;
    case 'InvalidAccessKeyId':
    case 'InvalidSecurity':
      return `${host} does not know the key in MEKI_FILES_URL.`;
    case 'SignatureDoesNotMatch':
      return `${host} refuses the signature: the secret in MEKI_FILES_URL is wrong, or not percent-encoded.`;
    case 'RequestTimeTooSkewed':
      return `${host} refuses the signature, because the clock of this machine is wrong.`;
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'IllegalLocationConstraintException':
      return elsewhere
        ? `The bucket "${bucket.name}" is in the region ${region}, not in ${bucket.region}; correct MEKI_FILES_URL.`
        : `The bucket "${bucket.name}" is not in the region ${bucket.region} at ${host}; correct MEKI_FILES_URL.`;
    case 'AccessDenied':
    case 'AllAccessDisabled':
      return `The key in MEKI_FILES_URL may not list, read and write the bucket "${bucket.name}" at ${host}.`;
  }
  if (isPassing({ status, code, region })) return `${host} is overloaded or failing now (${status}${suffix(code)}).`;
  if (code !== '') return `${host} refused the request (${status}${suffix(code)}).`;
  return `What answers at ${host} is not an object storage (${status} without an error code); correct MEKI_FILES_URL.`;
}

function suffix(code: string): string {
  return code === '' ? '' : ` ${code}`;
}

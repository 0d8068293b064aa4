import type { Bucket } from '#core/media/files-url.ts';

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

export function readRefusal(status: number, headers: Headers, body: string): Refusal {
  const element = (name: string) => new RegExp(`<${name}>([^<]{1,100})</${name}>`).exec(body)?.[1] ?? '';
  return { status, code: element('Code'), region: headers.get('x-amz-bucket-region') ?? element('Region') };
}

/** Whether the same request may succeed a moment later. */
export function isPassing({ status, code }: Refusal): boolean {
  return PASSING_STATUSES.has(status) || PASSING_CODES.has(code);
}

/** What is wrong, and what to do about it: one sentence without secrets, for the operator. */
export function explainRefusal({ status, code, region }: Refusal, bucket: Bucket): string {
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

/** A bucket of an object storage that speaks the S3 protocol, and the key that may read and write it. */
export interface Bucket {
  /** Origin of the service, such as `https://storage.googleapis.com`. */
  endpoint: string;
  name: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const FORM = 's3://KEY:SECRET@HOST/BUCKET?region=REGION';

/**
 * Parses `s3://KEY:SECRET@HOST/BUCKET?region=REGION`; its parts are percent-encoded. `&tls=false` is for a service without TLS.
 * @returns the bucket, or the problem, which never repeats the address since it contains a secret
 */
export function parseFilesUrl(text: string): Bucket | { problem: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:' || url.host === '' || url.hash !== '') return { problem: `must have the form ${FORM}` };
  const [accessKeyId, secretAccessKey] = [decode(url.username), decode(url.password)];
  if (!accessKeyId || !secretAccessKey) {
    return { problem: `must have a key and a secret, percent-encoded, as in ${FORM}` };
  }
  const name = url.pathname.slice(1).replace(/\/$/, '');
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(name)) return { problem: `must name one bucket, as in ${FORM}` };
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'region' && key !== 'tls');
  if (unknown !== undefined) return { problem: 'has a parameter other than region and tls' };
  const region = url.searchParams.get('region');
  if (!region) return { problem: `must name the region of the bucket, as in ${FORM}` };
  const tls = url.searchParams.get('tls') ?? 'true';
  if (tls !== 'true' && tls !== 'false') return { problem: 'must have true or false for tls' };
  const endpoint = `${tls === 'true' ? 'https' : 'http'}://${url.host}`;
  if (!URL.canParse(endpoint)) return { problem: `must have the form ${FORM}` };
  return { endpoint: new URL(endpoint).origin, name, region, accessKeyId, secretAccessKey };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

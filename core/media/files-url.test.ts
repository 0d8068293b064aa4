import { expect, test } from 'vitest';
import { parseFilesUrl } from './files-url.ts';

test('an address of a bucket is read with its percent-encoded parts', () => {
  expect(parseFilesUrl('s3://AKIA:a%2Fb%2Bc%3D@s3.eu-west-1.amazonaws.com/my-bucket?region=eu-west-1')).toEqual({
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    name: 'my-bucket',
    region: 'eu-west-1',
    accessKeyId: 'AKIA',
    secretAccessKey: 'a/b+c=',
  });
});

test('a service without TLS has a port of its own', () => {
  expect(parseFilesUrl('s3://k:s@127.0.0.1:9000/media?region=auto&tls=false')).toMatchObject({
    endpoint: 'http://127.0.0.1:9000',
  });
});

test.each([
  ['https://hunter2:s@host/bucket?region=x', 's3://KEY'],
  ['not an address', 's3://KEY'],
  ['s3://hunter2@host/bucket?region=x', 'a key and a secret'],
  ['s3://host/bucket?region=x', 'a key and a secret'],
  ['s3://k:%E0%A4@host/bucket?region=x', 'a key and a secret'],
  ['s3://k:hunter2@host?region=x', 'one bucket'],
  ['s3://k:hunter2@host/a/b?region=x', 'one bucket'],
  ['s3://k:hunter2@host/bucket', 'the region'],
  ['s3://k:hunter2@host/bucket?region=x&tsl=false', 'other than region and tls'],
  ['s3://k:hunter2@host/bucket?region=x&tls=no', 'true or false'],
])('%s is refused in one line without its secret', (text, part) => {
  const parsed = parseFilesUrl(text);
  if (!('problem' in parsed)) throw new Error('was accepted');
  expect(parsed.problem).toContain(part);
  expect(parsed.problem).not.toMatch(/hunter2|\n/);
});

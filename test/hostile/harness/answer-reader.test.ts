import { expect, test } from 'vitest';
import { createAnswerReader, type RawAnswer } from './answer-reader.ts';

const ANSWERS = [
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n',
  'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\na;x=y\r\n0123456789\r\n0\r\nTrailer: 1\r\n\r\n',
  'HTTP/1.1 413 Payload Too Large\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\nuntil the end',
].join('');

const EXPECTED = [
  [200, 'hello'],
  [304, ''],
  [404, 'abc0123456789'],
  [413, ''],
  [400, 'until the end'],
];

test.each([1, 2, 7, 1_000])('answers are read whole, however they are cut into pieces of %i bytes', (size) => {
  const answers: RawAnswer[] = [];
  const reader = createAnswerReader(
    () => false,
    (answer) => answers.push(answer),
  );
  for (let at = 0; at < ANSWERS.length; at += size) reader.push(Buffer.from(ANSWERS.slice(at, at + size)));
  reader.end();
  expect(answers.map(({ status, text }) => [status, text])).toEqual(EXPECTED);
});

test('what is no answer is an error', () => {
  const reader = createAnswerReader(
    () => false,
    () => {},
  );
  expect(() => reader.push(Buffer.from('SSH-2.0-OpenSSH\r\n\r\n'))).toThrow('Not an answer');
});

test('an answer to HEAD has no body, whatever its length says', () => {
  const answers: RawAnswer[] = [];
  const reader = createAnswerReader(
    () => true,
    (answer) => answers.push(answer),
  );
  reader.push(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'));
  expect(answers.map(({ status }) => status)).toEqual([200, 204]);
});

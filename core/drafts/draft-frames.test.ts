import { expect, test } from 'vitest';
import { type DraftFrame, readFrame, writeFrame } from './draft-frames.ts';

const payload = Uint8Array.of(1, 2, 3);

test.each<[DraftFrame, string]>([
  [{ name: 'a', kind: 'request', payload }, '0161 00 00 03 010203'],
  [{ name: 'a', kind: 'answer', payload }, '0161 00 01 03 010203'],
  [{ name: 'a', kind: 'update', payload }, '0161 00 02 03 010203'],
  [{ name: 'a', kind: 'awareness', payload }, '0161 01 03 010203'],
  [{ name: 'a', kind: 'enter' }, '0161 02 00 07 73657373696f6e'],
  [{ name: 'a', kind: 'denied', reason: 'no' }, '0161 02 01 02 6e6f'],
  [{ name: 'a', kind: 'granted', right: 'read' }, '0161 02 02 08 726561646f6e6c79'],
  [{ name: 'a', kind: 'granted', right: 'write' }, '0161 02 02 0a 726561642d7772697465'],
  [{ name: 'a', kind: 'leave' }, '0161 07'],
  [{ name: 'a', kind: 'saved' }, '0161 08 01'],
  [{ name: 'a', kind: 'unsaved' }, '0161 08 00'],
  [{ name: '', kind: 'build', version: 'v' }, '00 14 01 76'],
])('%o is read as it was written, in the bytes that windows of former versions know', (frame, hex) => {
  expect(Buffer.from(writeFrame(frame)).toString('hex')).toBe(hex.replaceAll(' ', ''));
  expect(readFrame(writeFrame(frame))).toEqual(frame);
});

test('a refusal says why', () => {
  const frame: DraftFrame = { name: 'a', kind: 'refused', reason: 'too-large' };
  expect(readFrame(writeFrame(frame))).toEqual(frame);
});

test.each(['', 'c8c8c8', '0161', '0161 00 03 00', '0161 00 02 05 0102', '0161 02 09 00', '0161 05 01 7b', '0161 2a'])(
  'bytes that are no frame, such as “%s”, are read as none',
  (hex) => {
    expect(readFrame(Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toBeUndefined();
  },
);

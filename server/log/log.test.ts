import { Writable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { codeApart, createLineBuffer, createOutput } from './log.ts';

test('a code in a line of a terminal stands apart below it, and other lines are as they are', () => {
  expect(codeApart('{"level":"info","code":"123456","msg":"mail written"}\n')).toMatch(/^\n\s+.*\b123456\b.*\n\n$/);
  expect(codeApart('{"level":"error","err":{"code":"EACCES"},"msg":"x"}\n')).toBe('');
});

test('lines are written together after a while, when there are many, or when asked for', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const written: string[] = [];
  const lines = createLineBuffer((text) => written.push(text), 500);
  lines.add('a\n');
  lines.add('b\n');
  expect(written).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(written.splice(0)).toEqual(['a\nb\n']);
  lines.add('x'.repeat(9_000));
  expect(written.splice(0)).toHaveLength(1);
  lines.add('c\n');
  lines.flush();
  lines.flush();
  vi.advanceTimersByTime(500);
  expect(written).toEqual(['c\n']);
});

/** A pipe whose reader the test controls. */
function createPipe() {
  const written: string[] = [];
  const waiting: (() => void)[] = [];
  let isStuck = true;
  const stream = new Writable({
    decodeStrings: false,
    emitClose: false,
    autoDestroy: false,
    write(chunk, _encoding, done) {
      const take = () => {
        written.push(String(chunk));
        done();
      };
      if (isStuck) waiting.push(take);
      else take();
    },
  });
  const read = () => {
    isStuck = false;
    for (const take of waiting.splice(0)) take();
  };
  return { stream, written, read };
}

const lossLine = (characters: number) => `lost ${characters}\n`;

test('a reader that is stuck costs lines and not memory, and is told of them when it reads again', () => {
  const { stream, written, read } = createPipe();
  const output = createOutput(stream, lossLine);
  const line = `${'x'.repeat(99_999)}\n`;
  for (let index = 0; index < 100; index++) output.write(line);
  expect(stream.writableLength).toBeLessThan(1_300_000);
  read();
  output.write('after\n');
  const text = written.join('');
  const lost = Number(/lost (\d+)/.exec(text)?.[1]);
  expect(text.length - 'after\n'.length - `lost ${lost}\n`.length + lost).toBe(100 * line.length);
  expect(text.endsWith(`lost ${lost}\nafter\n`)).toBe(true);
});

test('a reader that is gone is written to no more', () => {
  const { stream, written, read } = createPipe();
  read();
  const output = createOutput(stream, lossLine);
  stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  output.write('nobody reads this\n');
  expect(written).toEqual([]);
});

test('the end waits for a reader that reads', async () => {
  const { stream, written, read } = createPipe();
  const output = createOutput(stream, lossLine);
  output.write('last\n');
  setImmediate(read);
  await output.drain();
  expect(written.join('')).toBe('last\n');
});

test('the end does not wait for a reader that is stuck or gone', async () => {
  const stuck = createOutput(createPipe().stream, lossLine);
  stuck.write('last\n');
  await stuck.drain();
  const { stream } = createPipe();
  const gone = createOutput(stream, lossLine);
  gone.write('last\n');
  stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  await gone.drain();
});

import { spawn } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bytesOf } from '#core/media/file-store.ts';
import { type Pictures, PicturesBusy, PicturesClosed, PicturesUnavailable } from '#core/media/pictures.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { ascii, packed, pdf } from '../../test/helpers/files/made-files.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { createPictures, type PicturesOptions } from './create-pictures.ts';
import { pictureEnvironment } from './picture-worker.ts';

const isLinux = process.platform === 'linux';

const svg = (inner: string) =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200">${inner}<rect width="1200" height="1200" filter="url(#f)"/></svg>`,
  );

/** Two kilobytes that take minutes to draw. */
const ENDLESS = svg(
  `<filter id="f"><feTurbulence baseFrequency="0.01" numOctaves="100"/>${'<feMorphology radius="200"/>'.repeat(60)}</filter>`,
);

/** Nested `use` elements, each drawing the previous group ten times. */
function nestedUses(levels: number): string {
  const groups = Array.from({ length: levels }, (_, level) => {
    const inner = level === 0 ? '<rect width="9" height="9"/>' : `<use href="#g${level - 1}"/>`.repeat(10);
    return `<g id="g${level}">${inner}</g>`;
  });
  return `<defs>${groups.join('')}</defs><use href="#g${levels - 1}"/>`;
}

/** Drawings of some kilobytes that take long for other reasons. */
const COSTLY = {
  'blurs of blurs': svg(
    `<filter id="f">${'<feGaussianBlur stdDeviation="500"/><feMorphology operator="dilate" radius="300"/>'.repeat(60)}</filter>` +
      '<rect width="1200" height="800" filter="url(#f)"/>'.repeat(40),
  ),
  'uses of uses': svg(nestedUses(9)),
};

const FINE = svg('');

const WIDTH = { kind: 'width', width: 320, format: 'webp' } as const;

function open(options: PicturesOptions = {}): Pictures {
  const pictures = createPictures(options);
  onTestFinished(() => pictures.close());
  return pictures;
}

const make = (pictures: Pictures, bytes: Uint8Array) => pictures.make(async () => bytes, 'image/svg+xml', WIDTH);
const read = (pictures: Pictures, bytes: Uint8Array) => pictures.read(bytes, 'image/svg+xml');

/** The child processes that draw pictures. */
async function drawing(parent: number): Promise<number[]> {
  const found = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isOurs = async (pid: string) => {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''),
      readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => ''),
    ]);
    return Number(stat.split(') ')[1]?.split(' ')[1]) === parent && command.includes('picture-process');
  };
  const ours = await Promise.all(found.map(isOurs));
  return found.filter((_, index) => ours[index]).map(Number);
}

const limits = { time: 700, memory: 1_000_000_000 };

test('a drawing that takes too long is given up, and others are drawn meanwhile and afterwards', async () => {
  const pictures = open({ limits });
  const order: string[] = [];
  const endless = make(pictures, ENDLESS).finally(() => order.push('endless'));
  const fine = make(pictures, FINE).finally(() => order.push('fine'));
  expect(await endless).toEqual({ ok: false, reason: 'costly' });
  expect(await fine).toMatchObject({ ok: true });
  expect(order).toEqual(['fine', 'endless']);
  expect(await Promise.all([make(pictures, FINE), make(pictures, FINE)])).toMatchObject([{ ok: true }, { ok: true }]);
});

test.for(Object.entries(COSTLY))('%s take too long, as an upload and as a form', async ([, bytes]) => {
  const pictures = open({ limits });
  const both = await Promise.all([read(pictures, bytes), make(pictures, bytes)]);
  expect(both).toEqual(Array(2).fill({ ok: false, reason: 'costly' }));
});

test('an upload that takes too long is refused, and uploads together leave room for readers', async () => {
  const pictures = open({ limits });
  const order: string[] = [];
  const uploads = [1, 2].map(() => read(pictures, ENDLESS).finally(() => order.push('upload')));
  expect(await make(pictures, FINE).finally(() => order.push('form'))).toMatchObject({ ok: true });
  expect(await Promise.all(uploads)).toEqual(Array(2).fill({ ok: false, reason: 'costly' }));
  expect(order).toEqual(['form', 'upload', 'upload']);
});

test('a picture that takes too much memory is given up', async () => {
  const pictures = open({ limits: { time: 60_000, memory: 130_000_000 } });
  const large = await sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#123' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const made = await pictures.make(async () => large, 'image/jpeg', WIDTH);
  expect(made).toEqual({ ok: false, reason: 'costly' });
});

test('a file that keeps its reader busy without a pause is given up, too', async () => {
  const codes = ascii(`%PDF-1.7\n${'#41'.repeat(2_000_000)}\n%%EOF`);
  const pictures = open({ limits: { ...limits, time: 200 } });
  expect(await pictures.readOther(codes, 'a.pdf')).toEqual({ ok: false, reason: 'costly' });
});

test('a file for which the memory of its reader does not suffice is given up, which is told in one line', async () => {
  const told: string[] = [];
  const pictures = open({ limits: { ...limits, time: 60_000 }, onCrash: (complaint) => told.push(complaint) });
  const zeros = ascii(`%PDF-1.7\n${'\0'.repeat(10_000_000)}\n%%EOF`);
  expect(await pictures.readOther(zeros, 'a.pdf')).toEqual({ ok: false, reason: 'costly' });
  expect(told).toEqual([expect.stringMatching(/^SIG[A-Z]+: JavaScript heap out of memory$/)]);
});

test('the objects of a PDF are unpacked once, however often it says where they are', async () => {
  const objects = ' '.repeat(10_000_000);
  const names = pdf({ before: packed(objects).replace('/N 1', `/N 1/X[${'/ObjStm'.repeat(250)}]`) });
  const pictures = open({ limits: { ...limits, time: 2_500 } });
  expect(await pictures.readOther(names, 'a.pdf')).toMatchObject({ ok: true, pages: 1 });
});

test('a damaged picture is told from one that is missing, and harms no other', async () => {
  const pictures = open();
  const damaged = pictures.make(async () => new Uint8Array([1, 2, 3]), 'image/png', WIDTH);
  const missing = pictures.make(async () => undefined, 'image/png', WIDTH);
  expect(await Promise.all([damaged, missing, make(pictures, FINE)])).toMatchObject([
    { ok: false, reason: 'unreadable' },
    { ok: false, reason: 'missing' },
    { ok: true },
  ]);
});

test('a picture in a file is hashed and drawn where it lies, and its public form is deleted when it is released', async () => {
  const folder = makeTemporaryFolder();
  const scratch = join(folder, 'scratch');
  const pictures = open({ scratch });
  const path = join(folder, 'a.svg');
  await writeFile(path, FINE);
  const file = Object.assign(await openAsBlob(path), { path });
  // Its bytes are never asked for in this process.
  for (const method of ['arrayBuffer', 'stream', 'slice', 'bytes'] as const) {
    vi.spyOn(file, method).mockImplementation(() => expect.unreachable());
  }
  expect(await pictures.identify(file)).toBe(await pictures.identify(FINE));
  const [reading, inMemory] = [await pictures.read(file, 'image/svg+xml'), await read(pictures, FINE)];
  if (!reading.ok || !inMemory.ok) return expect.unreachable();
  expect(await bytesOf(reading.publicForm)).toEqual(await bytesOf(inMemory.publicForm));
  await Promise.all([reading.release?.(), inMemory.release?.()]);
  expect(await pictures.read(file, 'image/png')).toEqual({ ok: false, reason: 'unreadable' });
  expect(await readdir(scratch)).toEqual([]);
  expect(await pictures.make(async () => file, 'image/svg+xml', WIDTH)).toMatchObject({ ok: true });
  await rm(path);
  expect(await pictures.make(async () => file, 'image/svg+xml', WIDTH)).toEqual({ ok: false, reason: 'missing' });
});

test('a public form that cannot be written is no fault of the picture', async () => {
  const scratch = makeTemporaryFolder();
  const pictures = open({ scratch: join(scratch, 'file', 'folder') });
  await writeFile(join(scratch, 'file'), '');
  await expect(read(pictures, FINE)).rejects.toBeInstanceOf(PicturesUnavailable);
});

test('what reads an original may fail, and pictures are drawn afterwards', async () => {
  const pictures = open();
  const failure = new Error('the disk is broken');
  await expect(pictures.make(() => Promise.reject(failure), 'image/png', WIDTH)).rejects.toBe(failure);
  expect(await make(pictures, FINE)).toMatchObject({ ok: true });
});

test('only so many uploads wait, and none after the end', async () => {
  const pictures = open();
  const outcomes = Promise.allSettled(Array.from({ length: 7 }, () => read(pictures, ENDLESS)));
  await expect(read(pictures, FINE)).rejects.toBeInstanceOf(PicturesBusy);
  pictures.close();
  const [running, ...waiting] = await outcomes;
  expect(running?.status).toMatch(/fulfilled|rejected/);
  for (const { reason } of waiting.filter((outcome) => outcome.status === 'rejected')) {
    expect([PicturesBusy, PicturesUnavailable].some((kind) => reason instanceof kind)).toBe(true);
  }
  await expect(make(pictures, FINE)).rejects.toBeInstanceOf(PicturesUnavailable);
});

test('a picture that is drawn at the end is not said to be at fault', async () => {
  const pictures = open();
  await make(pictures, FINE);
  const drawing = make(pictures, ENDLESS);
  pictures.close();
  await expect(drawing).rejects.toBeInstanceOf(PicturesUnavailable);
});

test('a process that is ended while it starts is not said to have failed', async () => {
  const pictures = open();
  const made = make(pictures, FINE);
  await setImmediate();
  pictures.close();
  await expect(made).rejects.toBeInstanceOf(PicturesClosed);
});

test.runIf(isLinux)('there is no process before the first picture, nor some time after the last', async () => {
  const before = await drawing(process.pid);
  const pictures = open({ idle: 200 });
  expect(await drawing(process.pid)).toEqual(before);
  await make(pictures, FINE);
  await eventually(async () => expect(await drawing(process.pid)).toEqual(before));
  expect(await make(pictures, FINE)).toMatchObject({ ok: true });
});

test.runIf(isLinux)('all threads that draw leave the processor to the server', async () => {
  const before = await drawing(process.pid);
  const pictures = open();
  await Promise.all([make(pictures, FINE), read(pictures, FINE)]);
  const [drawer] = (await drawing(process.pid)).filter((pid) => !before.includes(pid));
  const threads = await readdir(`/proc/${drawer}/task`);
  const stats = await Promise.all(threads.map((thread) => readFile(`/proc/${drawer}/task/${thread}/stat`, 'latin1')));
  const priorities = stats.map((stat) => [/\((.*)\)/.exec(stat)?.[1], Number(stat.split(') ')[1]?.split(' ')[16])]);
  const drawers = priorities.filter(([name]) => /^(?:libvips|libuv)/.test(String(name)));
  expect(drawers.length).toBeGreaterThan(0);
  expect(drawers.filter(([, nice]) => Number(nice) <= 0)).toEqual([]);
});

test.runIf(isLinux)('a process that draws does not outlive the one that started it', async () => {
  const module = new URL('./create-pictures.ts', import.meta.url).href;
  const program = `const { createPictures } = await import('${module}');
    const drawing = Uint8Array.from(atob('${Buffer.from(ENDLESS).toString('base64')}'), (letter) => letter.charCodeAt(0));
    await createPictures().make(async () => drawing, 'image/svg+xml', ${JSON.stringify(WIDTH)});`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
  const { pid = 0 } = parent;
  const [drawer = 0] = await eventually(async () => {
    const found = await drawing(pid);
    expect(found).toHaveLength(1);
    return found;
  });
  parent.kill('SIGKILL');
  await eventually(async () => expect(await readFile(`/proc/${drawer}/stat`).catch(() => 'gone')).toBe('gone'));
});

test('a process that draws is told no secrets', () => {
  const told = pictureEnvironment({
    PATH: '/bin',
    MEKI_SECRET: 'x',
    MEKI_SMTP_URL: 'y',
    AWS_KEY: 'z',
    NODE_OPTIONS: '-r a',
  });
  expect(told).toMatchObject({ PATH: '/bin' });
  expect(Object.values(told)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:x|y|z|-r a)$/)]));
});

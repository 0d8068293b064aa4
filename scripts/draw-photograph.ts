/**
 * Draws the photograph of the sample site: `node scripts/draw-photograph.ts sample/media/reception.jpg`. A small path tracer
 * renders a reception room in the morning, with the noise and fall-off of a camera, so that the sample has a picture with the
 * size and detail of a photograph and no rights of others. Takes some minutes.
 */
import sharp from 'sharp';
import { createShapes, floor, type Shape, type Vector } from './photograph-scene.ts';

const WIDTH = 960;
const HEIGHT = 640;
/** The picture is enlarged before the grain is added. */
const ENLARGE = 2.5;
const SAMPLES = Number(process.argv[3] ?? 14);
const BOUNCES = 4;

let seed = 20260907;
/** Mulberry32: the same picture on every run. */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let value = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
  return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
}

const shapes = createShapes(random);

/** The light of the sky through the window, which covers x = -4. */
const SKY: Vector = [7.2, 8.2, 9.4];
const WINDOW = { x: -4, low: 0.5, high: 2.7, near: -3, far: 6 };

interface Hit {
  distance: number;
  shape: Shape;
  normal: [number, number, number];
}

function hitBox({ low, high }: { low: Vector; high: Vector }, from: Vector, to: Vector, nearest: number): number {
  let enter = 1e-4;
  let leave = nearest;
  for (let axis = 0; axis < 3; axis++) {
    const inverse = 1 / (to[axis] as number);
    let a = ((low[axis] as number) - (from[axis] as number)) * inverse;
    let b = ((high[axis] as number) - (from[axis] as number)) * inverse;
    if (a > b) [a, b] = [b, a];
    if (a > enter) enter = a;
    if (b < leave) leave = b;
    if (enter > leave) return -1;
  }
  return enter > 1e-4 ? enter : -1;
}

function hitBall({ center, radius }: { center: Vector; radius: number }, from: Vector, to: Vector): number {
  const x = from[0] - center[0];
  const y = from[1] - center[1];
  const z = from[2] - center[2];
  const half = x * to[0] + y * to[1] + z * to[2];
  const rest = half * half - (x * x + y * y + z * z - radius * radius);
  if (rest < 0) return -1;
  const near = -half - Math.sqrt(rest);
  return near > 1e-4 ? near : -1;
}

function trace(from: Vector, to: Vector): Hit | undefined {
  let nearest = 1e9;
  let found: Shape | undefined;
  for (const shape of shapes) {
    const distance = 'low' in shape ? hitBox(shape, from, to, nearest) : hitBall(shape, from, to);
    if (distance <= 0 || distance >= nearest) continue;
    nearest = distance;
    found = shape;
  }
  return found && { distance: nearest, shape: found, normal: normalAt(found, from, to, nearest) };
}

function normalAt(shape: Shape, from: Vector, to: Vector, distance: number): [number, number, number] {
  const at = ([0, 1, 2] as const).map((axis) => from[axis] + to[axis] * distance) as [number, number, number];
  if ('center' in shape) return unit(at[0] - shape.center[0], at[1] - shape.center[1], at[2] - shape.center[2]);
  let [best, axis, sign] = [1e9, 0, 1];
  for (let each = 0; each < 3; each++) {
    for (const [face, way] of [
      [shape.low, -1],
      [shape.high, 1],
    ] as const) {
      const gap = Math.abs((at[each] as number) - (face[each] as number));
      if (gap < best) [best, axis, sign] = [gap, each, way];
    }
  }
  return [axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0];
}

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** A direction around a normal, with the density of its cosine. */
function scatter(normal: Vector, spread = 1): [number, number, number] {
  const height = 2 * random() - 1;
  const turn = 2 * Math.PI * random();
  const ring = Math.sqrt(1 - height * height) * spread;
  return unit(normal[0] + ring * Math.cos(turn), normal[1] + ring * Math.sin(turn), normal[2] + height * spread);
}

/** The share of the sky's light that a point gets straight through a random point of the window. */
function throughWindow(from: Vector, normal: Vector): number {
  const x = WINDOW.x - from[0];
  const y = WINDOW.low + random() * (WINDOW.high - WINDOW.low) - from[1];
  const z = WINDOW.near + random() * (WINDOW.far - WINDOW.near) - from[2];
  const distance = Math.hypot(x, y, z);
  const to: Vector = [x / distance, y / distance, z / distance];
  const facing = to[0] * normal[0] + to[1] * normal[1] + to[2] * normal[2];
  if (facing <= 0 || trace(from, to)) return 0;
  const area = (WINDOW.high - WINDOW.low) * (WINDOW.far - WINDOW.near);
  return (facing * Math.abs(to[0]) * area) / (Math.PI * distance * distance);
}

/** The floor is of boards with gaps and grain. */
function colorAt({ material }: Shape, x: number, z: number): Vector {
  if (material !== floor) return material.color;
  const board = Math.floor(x / 0.16);
  const gap = Math.abs(x / 0.16 - board - 0.5) > 0.485 ? 0.45 : 1;
  const tone =
    (0.82 + 0.3 * ((Math.sin(board * 127.1) * 43758.5) % 1)) *
    (1 + 0.06 * Math.sin(z * 37 + board * 5 + 3 * Math.sin(z * 9)));
  const light = tone * gap;
  const [red, green, blue] = material.color;
  return [red * light, green * light, blue * light];
}

/** What a path sees first, for the filter that removes noise: colour, normal and distance. */
type Seen = Float32Array;
const SEEN = 7;

function look(start: Vector, direction: Vector, seen: Seen, at: number): [number, number, number] {
  const light: [number, number, number] = [0, 0, 0];
  const share = [1, 1, 1];
  let from = start;
  let to = direction;
  // Light that came straight through the window is added where it arrives, and not again by chance.
  let seesSky = true;
  for (let bounce = 0; bounce <= BOUNCES; bounce++) {
    const hit = trace(from, to);
    const { material } = hit?.shape ?? {};
    const glow = hit ? (material?.emits ?? 0) : Number(seesSky);
    const color = hit ? colorAt(hit.shape, from[0] + to[0] * hit.distance, from[2] + to[2] * hit.distance) : SKY;
    if (bounce === 0) {
      const first = [...color, ...(hit?.normal ?? [0, 0, 0]), hit?.distance ?? 100];
      for (let each = 0; each < SEEN; each++)
        seen[at + each] = (seen[at + each] as number) + (first[each] as number) / SAMPLES;
    }
    for (let part = 0; part < 3; part++)
      light[part] = (light[part] as number) + (share[part] as number) * glow * (color[part] as number);
    if (!hit || !material || glow > 0) return light;
    const { normal, distance } = hit;
    from = [
      from[0] + to[0] * distance + normal[0] * 1e-3,
      from[1] + to[1] * distance + normal[1] * 1e-3,
      from[2] + to[2] * distance + normal[2] * 1e-3,
    ];
    const towards = -(to[0] * normal[0] + to[1] * normal[1] + to[2] * normal[2]);
    const mirrored =
      (material.gloss ?? 0) + (1 - (material.gloss ?? 0)) * (material.gloss ? (1 - Math.abs(towards)) ** 5 : 0);
    seesSky = random() < mirrored;
    if (seesSky) {
      to = scatter(
        [to[0] + 2 * towards * normal[0], to[1] + 2 * towards * normal[1], to[2] + 2 * towards * normal[2]],
        material.rough,
      );
    } else {
      to = scatter(normal);
      const straight = throughWindow(from, normal);
      for (let part = 0; part < 3; part++) {
        share[part] = (share[part] as number) * (color[part] as number);
        light[part] = (light[part] as number) + (share[part] as number) * straight * (SKY[part] as number);
      }
    }
  }
  return light;
}

/** Filmic tone curve and gamma. */
function developed(value: number): number {
  const x = value * 0.52;
  const curve = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14);
  return 255 * Math.min(1, curve) ** (1 / 2.2);
}

/** Averages the light of neighbours that show the same surface, in widening steps. */
function withoutNoise(light: Float32Array, seen: Seen): Float32Array {
  const weights = [1, 4, 6, 4, 1];
  let from = light;
  for (const step of [1, 2, 4, 8]) {
    const to = new Float32Array(from.length);
    for (let index = 0; index < WIDTH * HEIGHT; index++) {
      const [row, column] = [Math.floor(index / WIDTH), index % WIDTH];
      const sum = [0, 0, 0];
      let total = 0;
      for (let near = 0; near < 25; near++) {
        const y = row + (Math.floor(near / 5) - 2) * step;
        const x = column + ((near % 5) - 2) * step;
        if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) continue;
        const other = y * WIDTH + x;
        let gap = 0;
        for (let each = 0; each < SEEN; each++) {
          const scale = each < 3 ? 60 : each < 6 ? 20 : 3;
          gap += scale * ((seen[index * SEEN + each] as number) - (seen[other * SEEN + each] as number)) ** 2;
        }
        const weight = (weights[Math.floor(near / 5)] as number) * (weights[near % 5] as number) * Math.exp(-gap);
        total += weight;
        for (let part = 0; part < 3; part++)
          sum[part] = (sum[part] as number) + weight * (from[other * 3 + part] as number);
      }
      for (let part = 0; part < 3; part++) to[index * 3 + part] = (sum[part] as number) / total;
    }
    from = to;
  }
  return from;
}

const seen: Seen = new Float32Array(WIDTH * HEIGHT * SEEN);
const light = new Float32Array(WIDTH * HEIGHT * 3);
const tone = (index: number, part: number) => (seen[index * SEEN + part] as number) + 0.02;
for (let index = 0; index < WIDTH * HEIGHT; index++) {
  const [row, column] = [Math.floor(index / WIDTH), index % WIDTH];
  const sum = [0, 0, 0];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const x = ((column + random()) / WIDTH - 0.5) * 1.5;
    const y = 0.5 - (row + random()) / HEIGHT;
    // The lens has a width, and is focused on the counter.
    const [shiftX, shiftY] = [(random() - 0.5) * 0.03, (random() - 0.5) * 0.03];
    const to = unit(x * 5.6 - shiftX, y * 5.6 - shiftY - 0.35, 5.6);
    const found = look([0.15 + shiftX, 1.5 + shiftY, -2.4], to, seen, index * SEEN);
    // Single bright paths would be spots.
    for (let part = 0; part < 3; part++) sum[part] = (sum[part] as number) + Math.min(12, found[part] as number);
  }
  // Without the colours of surfaces, which must stay sharp.
  for (let part = 0; part < 3; part++) light[index * 3 + part] = (sum[part] as number) / SAMPLES / tone(index, part);
}
const even = withoutNoise(light, seen);
const pixels = Uint8ClampedArray.from(even, (value, at) => {
  const index = Math.floor(at / 3);
  const [across, down] = [((index % WIDTH) / WIDTH - 0.5) * 2, (Math.floor(index / WIDTH) / HEIGHT - 0.5) * 2];
  return developed(value * tone(index, at % 3) * (1 - 0.14 * (across ** 2 + down ** 2)));
});

const large = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
  .resize({ width: WIDTH * ENLARGE, kernel: 'lanczos3' })
  .sharpen()
  .raw()
  .toBuffer();
const grained = Uint8ClampedArray.from(large, (value) => value + (random() + random() + random() - 1.5) * 8);
await sharp(grained, { raw: { width: WIDTH * ENLARGE, height: HEIGHT * ENLARGE, channels: 3 } })
  .jpeg({ quality: 80, mozjpeg: true })
  .toFile(process.argv[2] ?? 'photograph.jpg');

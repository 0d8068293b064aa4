/** The reception room of the sample's photograph. */
export type Vector = readonly [number, number, number];
interface Material {
  color: Vector;
  /** Share of mirrored light, and how blurred it is. */
  gloss?: number;
  rough?: number;
  emits?: number;
}
export type Shape = { material: Material } & ({ low: Vector; high: Vector } | { center: Vector; radius: number });

const wall: Material = { color: [0.82, 0.83, 0.79] };
export const floor: Material = { color: [0.42, 0.3, 0.2], gloss: 0.16, rough: 0.05 };
const teal: Material = { color: [0.06, 0.29, 0.29] };
const wood: Material = { color: [0.5, 0.34, 0.2], gloss: 0.05, rough: 0.2 };
const dark: Material = { color: [0.05, 0.06, 0.06], gloss: 0.1, rough: 0.1 };
const white: Material = { color: [0.88, 0.88, 0.86] };
const clay: Material = { color: [0.62, 0.3, 0.18] };
const lamp: Material = { color: [1, 0.82, 0.55], emits: 5 };
const box = (material: Material, low: Vector, high: Vector): Shape => ({ material, low, high });
const ball = (material: Material, center: Vector, radius: number): Shape => ({ material, center, radius });

/** Metres; x to the right, y up, z away from the camera. The window is in the left wall. */
export const createShapes = (random: () => number): Shape[] => [
  box(floor, [-4, -0.1, -3], [4, 0, 6]),
  box(wall, [-4, 0, 6], [4, 3, 6.1]),
  box(wall, [4, 0, -3], [4.1, 3, 6]),
  box(white, [-4, 3, -3], [4, 3.1, 6]),
  box(wall, [-4.1, 0, -3], [-4, 0.5, 6]),
  box(wall, [-4.1, 2.7, -3], [-4, 3, 6]),
  ...[-3, 0.9, 2.9, 4.9].map((z) => box(white, [-4.1, 0.5, z], [-3.95, 2.7, z + (z < 0 ? 2 : 0.12)])),
  box(wood, [0.9, 0, 3.4], [3.3, 1.05, 4.1]),
  box(white, [0.8, 1.05, 3.3], [3.4, 1.12, 4.2]),
  box(teal, [0.9, 0.15, 3.37], [3.3, 0.95, 3.4]),
  box(dark, [1.9, 1.12, 3.75], [2.5, 1.5, 3.8]),
  ...[-2.7, -1.75, -0.8].flatMap((x) => [
    box(teal, [x, 0.4, 4.3], [x + 0.75, 0.52, 5]),
    box(teal, [x, 0.5, 4.95], [x + 0.75, 1.05, 5.07]),
    ...[x + 0.06, x + 0.64].flatMap((leg) => [
      box(dark, [leg, 0, 4.36], [leg + 0.05, 0.4, 4.41]),
      box(dark, [leg, 0, 4.9], [leg + 0.05, 0.4, 4.95]),
    ]),
  ]),
  box(wood, [-2.4, 1.45, 5.95], [-1, 2.35, 6]),
  box({ color: [0.55, 0.68, 0.62] }, [-2.32, 1.53, 5.93], [-1.08, 2.27, 5.96]),
  ball({ color: [0.85, 0.72, 0.4] }, [-1.5, 1.95, 5.95], 0.14),
  box(clay, [-3.65, 0, 3.2], [-3.15, 0.5, 3.7]),
  ...Array.from({ length: 110 }, () => {
    const turn = random() * Math.PI * 2;
    const height = random();
    const spread = 0.12 + 0.36 * Math.sin(Math.PI * (0.15 + 0.8 * height));
    const leaf: Material = { color: [0.06 + 0.1 * random(), 0.22 + 0.2 * random(), 0.06], gloss: 0.05, rough: 0.3 };
    return ball(
      leaf,
      [-3.4 + spread * Math.cos(turn), 0.65 + 1.05 * height, 3.45 + spread * Math.sin(turn)],
      0.04 + 0.045 * random(),
    );
  }),
  ...[1.4, 2.1, 2.8].flatMap((x) => [
    ball(lamp, [x, 2.15, 3.75], 0.1),
    box(dark, [x - 0.008, 2.2, 3.742], [x + 0.008, 3, 3.758]),
  ]),
  ball(white, [1.2, 1.2, 3.6], 0.08),
];

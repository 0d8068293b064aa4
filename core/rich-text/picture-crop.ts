/** The shapes that a picture can be cropped to, as width and height. Source: Meki's own; those that cameras and screens have. */
export const CROP_RATIOS = ['1:1', '4:3', '3:2', '16:9', '21:9', '3:4', '2:3'] as const;

export type CropRatio = (typeof CROP_RATIOS)[number];

/** How a use of a picture crops it. */
export interface PictureCrop {
  ratio: CropRatio;
  /** What stays in sight, in tenths from the left and the top; missing where the picture's file says it. */
  focus?: { x: number; y: number } | undefined;
}

const CROP = /^(\d+:\d+)(?: x(\d|10) y(\d|10))?$/;

/** Reads what `writeCrop` writes; `undefined` for anything else. */
export function readCrop(value: unknown): PictureCrop | undefined {
  const [, shape, x, y] = (typeof value === 'string' && CROP.exec(value)) || [];
  const ratio = CROP_RATIOS.find((one) => one === shape);
  return ratio && { ratio, ...(x !== undefined && { focus: { x: Number(x), y: Number(y) } }) };
}

/** A crop as an attribute of a picture: `3:2`, or `3:2 x1 y9` with what stays in sight, in tenths from the left and the top. */
export function writeCrop({ ratio, focus }: PictureCrop): string {
  return focus ? `${ratio} x${focus.x} y${focus.y}` : ratio;
}

/** The largest part of a picture that has a shape, in whole pixels. */
export function croppedSize(
  size: { width: number; height: number },
  ratio: CropRatio,
): { width: number; height: number } {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const scale = Math.min(size.width / across, size.height / down);
  return { width: Math.max(1, Math.round(across * scale)), height: Math.max(1, Math.round(down * scale)) };
}

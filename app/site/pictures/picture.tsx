import type { PictureData } from './picture-data.ts';

/**
 * The rest of `sizes`, for narrower screens. Phones have two or three pixels per CSS pixel, and in a photograph 1.8 look the
 * same: a width of 390 takes the form of 640 pixels.
 */
const NARROW = ',(min-width:40rem) 92vw,(min-resolution:2.5dppx) 54vw,(min-resolution:1.5dppx) 82vw,92vw';

/** A picture in the smallest format that the browser knows and the size that its place needs. */
export function Picture({
  picture: { sources, image },
  sizes,
  priority,
  ...rest
}: {
  picture: PictureData;
  alt: string;
  /** The width of its place on wide screens, as in the attribute `sizes`; on others it is as wide as the page. */
  sizes: string;
  /** `high`: probably the largest contentful paint; `auto`: probably in the first viewport. Others load when they come near it. */
  priority?: 'high' | 'auto' | undefined;
  className?: string;
}) {
  return (
    <picture>
      {sources.map((source) => (
        <source key={source.type} {...source} sizes={sizes + NARROW} />
      ))}
      {/* biome-ignore lint/a11y/useAltText: `rest` has it */}
      <img {...image} {...rest} loading={priority ? 'eager' : 'lazy'} fetchPriority={priority} decoding="async" />
    </picture>
  );
}

import { preload } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { Focus } from '#core/media/picture-variants.ts';
import type { Captioned, CoverData, PictureData } from './picture-data.ts';

/**
 * The rest of `sizes`, for narrower screens. Phones have two or three pixels per CSS pixel, and in a photograph 1.8 look the
 * same: a width of 390 takes the form of 640 pixels.
 */
const NARROW = ',(min-width:40rem) 92vw,(min-resolution:2.5dppx) 54vw,(min-resolution:1.5dppx) 82vw,92vw';

interface PictureProps {
  picture: PictureData;
  alt: string;
  /** The width of its place on wide screens, as in the attribute `sizes`; on others it is as wide as the page. */
  sizes: string;
  /** `high`: probably the largest contentful paint; `auto`: probably in the first viewport. Others load when they come near it. */
  priority?: 'high' | 'auto' | undefined;
  className?: string;
}

/** A picture in the smallest format that the browser knows and the size that its place needs. */
export function Picture(props: PictureProps) {
  return props.picture.isMoving ? <MovingPicture {...props} /> : <StillPicture {...props} />;
}

/**
 * An animation with a control that stops it, which works without script (WCAG 2.2.2). People who asked for less motion see a still
 * picture and a link to the animation; what is not shown is not loaded.
 */
function MovingPicture(props: PictureProps) {
  const t = useTranslations('common.picture');
  const { image, animation, focus } = props.picture;
  const control = 'mt-1 min-h-11 items-center gap-2 font-sans text-fine text-ink-soft';
  return (
    <div className="group/moving">
      <div className="hidden group-has-checked/moving:block motion-reduce:block">
        <StillPicture {...props} />
      </div>
      <img
        {...image}
        {...focusAttribute(focus)}
        src={animation}
        alt={props.alt}
        loading="lazy"
        decoding="async"
        className="group-has-checked/moving:hidden motion-reduce:hidden"
      />
      <label data-print="hide" className={`inline-flex cursor-pointer motion-reduce:hidden ${control}`}>
        <input type="checkbox" className="size-5 accent-action" />
        {t('pause')}
      </label>
      <a href={animation} data-print="hide" className={`hidden motion-reduce:inline-flex ${control}`}>
        {t('play')}
      </a>
    </div>
  );
}

function StillPicture({ picture, sizes: wideSizes, priority, ...rest }: PictureProps) {
  const { sources, image, focus, shownWidth } = picture;
  const sizes = sizesFor(wideSizes + NARROW, shownWidth);
  if (priority === 'high') preloadPicture(picture, sizes);
  return (
    <picture>
      {sources.map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      {/* biome-ignore lint/a11y/useAltText: `rest` has it */}
      <img
        {...image}
        {...focusAttribute(focus)}
        {...rest}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority}
        decoding="async"
      />
    </picture>
  );
}

/** The widths of the whole picture, of which only a part has these. */
function sizesFor(sizes: string, shownWidth = 1): string {
  return shownWidth < 1 ? sizes.replace(/[\d.]+(?:rem|vw)(?=,|$)/g, `calc($&/${shownWidth})`) : sizes;
}

/** The attribute that `pictures.css` knows, as `x3 y7`; the pages' policy forbids inline styles. */
export function focusAttribute(focus: Focus | undefined): { 'data-focus'?: string } {
  return focus ? { 'data-focus': `x${focus.x} y${focus.y}` } : {};
}

/**
 * Has the document request the picture before its typefaces (decision 58). Only the first format is named: a browser that knows
 * it takes it, one that does not ignores the preload because of its type, and one that knows several would load each that is named.
 */
function preloadPicture({ sources: [first], image }: PictureData, sizes: string): void {
  const form = first && { type: first.type, imageSrcSet: first.srcSet, imageSizes: sizes };
  preload(image.src, { as: 'image', fetchPriority: 'high', ...form });
}

/** The large picture of a page: with high priority, and not lazy, if it is the first. */
export function LeadPicture({
  picture,
  sizes,
  className,
  isFirst = true,
}: {
  picture: CoverData;
  sizes: string;
  className: string;
  isFirst?: boolean;
}) {
  const shown = (
    <Picture
      picture={picture}
      alt={picture.alt}
      sizes={sizes}
      priority={isFirst ? 'high' : undefined}
      className={`w-full rounded-card object-cover ${className}`}
    />
  );
  if (!picture.caption && !picture.credit) return shown;
  return (
    <figure>
      {shown}
      <PictureCaption {...picture} className="mt-2 text-fine text-ink-soft" />
    </figure>
  );
}

/** What is said below a picture, and whose it is. */
export function PictureCaption({ caption, credit, className }: Captioned & { className?: string }) {
  if (!caption && !credit) return null;
  return (
    <figcaption className={className}>
      {caption}
      {caption && credit && ' '}
      {credit && <small className="text-[1em]">{credit}</small>}
    </figcaption>
  );
}

import type { PictureData } from './card-data.ts';

/** The picture that a page opens with: fetched first, and never lazily. */
export function LeadPicture({ picture, className }: { picture: PictureData; className: string }) {
  const { alt, ...source } = picture;
  return (
    <img
      {...source}
      alt={alt}
      fetchPriority="high"
      className={`w-full rounded-card bg-sunken object-cover ${className}`}
    />
  );
}

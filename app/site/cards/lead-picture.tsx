import type { PictureData } from './card-data.ts';

/** The first picture of a page: high priority, not lazy. */
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

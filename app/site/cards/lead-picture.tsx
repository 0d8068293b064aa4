import { Picture } from '../pictures/picture.tsx';
import type { CoverData } from '../pictures/picture-data.ts';

/** The first picture of a page: high priority, not lazy. */
export function LeadPicture({ picture, sizes, className }: { picture: CoverData; sizes: string; className: string }) {
  return (
    <Picture
      picture={picture}
      alt={picture.alt}
      sizes={sizes}
      priority="high"
      className={`w-full rounded-card object-cover ${className}`}
    />
  );
}

import type { IconData } from '../context/context.ts';

/** A decorative icon beside text. One em in size, in the text's colour. */
export function Icon({ icon, className = '' }: { icon: IconData; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width="1em"
      height="1em"
      viewBox={`0 0 ${icon.width} ${icon.height}`}
      className={`shrink-0 ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: icon sets are part of the build or of the server's packages
      dangerouslySetInnerHTML={{ __html: icon.body }}
    />
  );
}

import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { usePreload } from '../navigation/preload-context.ts';

/** A link to a page of this site. Its data is preloaded on hover, focus or touch. */
export function SiteLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const preload = usePreload();
  const warm = () => preload(to);
  return <Link to={to} onMouseEnter={warm} onFocus={warm} onTouchStart={warm} {...rest} />;
}

import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { usePreload } from '../navigation/preload-context.ts';

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<ComponentProps<typeof Link>, 'preventScrollReset'> & { to: string };

/** Paths that `Link` does not resolve or normalize: absolute, without `//`, `.`, `..`, and an empty query or fragment. */
const WRITTEN_AS_IS = /^(?!.*(?:[\\/][\\/.]|[?#](?:#|$)))\//s;

/**
 * A link to a page of this site. Its data is preloaded on hover, focus or touch. It is not marked for the discovery of routes: the
 * manifest has them all, and the marks were 70 bytes of a document.
 */
export function SiteLink(props: SiteLinkProps) {
  return import.meta.env.SSR && WRITTEN_AS_IS.test(props.to) ? <ServerLink {...props} /> : <ClientLink {...props} />;
}

/** The element that `Link` renders. Resolving its paths took a quarter of React's time for an item's page (decision 55). */
function ServerLink({ to, preventScrollReset: _, ...attributes }: SiteLinkProps) {
  return <a {...attributes} href={to} />;
}

function ClientLink({ to, ...rest }: SiteLinkProps) {
  const preload = usePreload();
  const warm = () => preload(to);
  return <Link discover="none" to={to} onMouseEnter={warm} onFocus={warm} onTouchStart={warm} {...rest} />;
}

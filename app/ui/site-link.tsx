import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { usePreload } from '../navigation/preload-context.ts';

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<ComponentProps<typeof Link>, 'preventScrollReset'> & { to: string };

/** Paths that `Link` does not resolve or normalize: absolute, without `//`, `.`, `..`, and an empty query or fragment. */
const WRITTEN_AS_IS = /^(?!.*(?:[\\/][\\/.]|[?#](?:#|$)))\//s;

/** Addresses outside, and of files: no page has a dot or a colon in its path. */
const DOCUMENT = /^(?:[a-z][a-z0-9+.-]*:|\/[^?#]*\.[a-z0-9]+(?:[?#]|$))/i;

/**
 * A link to a page of this site, or to a document, which the browser loads itself. Its data is preloaded on hover, focus or touch. It is not marked for the discovery of routes: the
 * manifest has them all, and the marks were 70 bytes of a document.
 */
export function SiteLink(props: SiteLinkProps) {
  const isPlain = DOCUMENT.test(props.to) || (import.meta.env.SSR && WRITTEN_AS_IS.test(props.to));
  return isPlain ? <PlainLink {...props} /> : <ClientLink {...props} />;
}

/** For pages, the element that `Link` renders on the server. Resolving its paths took a quarter of React's time for an item's page (decision 55). */
function PlainLink({ to, preventScrollReset: _, ...attributes }: SiteLinkProps) {
  return <a {...attributes} href={to} />;
}

function ClientLink({ to, ...rest }: SiteLinkProps) {
  const preload = usePreload();
  const warm = () => preload(to);
  return <Link discover="none" to={to} onMouseEnter={warm} onFocus={warm} onTouchStart={warm} {...rest} />;
}

import { SiteLink } from '../ui/site-link.tsx';

interface MessagePageProps {
  title: string;
  text: string;
  links: readonly { href: string; label: string; lang?: string }[];
}

/** Shown instead of a draft that cannot be shown. */
export function MessagePage({ title, text, links }: MessagePageProps) {
  return (
    <main className="container-page grid min-h-dvh place-content-center gap-4 py-16 text-center">
      <h1 className="font-semibold text-h2">{title}</h1>
      <p className="mx-auto max-w-[50ch] text-ink-soft">{text}</p>
      {links.map(({ href, label, lang }) => (
        <SiteLink
          key={href}
          to={href}
          lang={lang}
          className="mx-auto inline-flex min-h-11 items-center text-action underline"
        >
          {label}
        </SiteLink>
      ))}
    </main>
  );
}

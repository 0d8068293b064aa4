import type { ReactNode } from 'react';
import type { MetaDescriptor } from 'react-router';
import { SiteLink } from '../ui/site-link.tsx';

/** Metadata of pages of the admin area: excluded from search engines. */
export function accountMeta({ loaderData }: { loaderData?: { title: string } | undefined }): MetaDescriptor[] {
  return [...(loaderData ? [{ title: loaderData.title }] : []), { name: 'robots', content: 'noindex' }];
}

/** A page with one form: title, introduction, and links. */
export function AccountPage({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <>
      <h1 className="font-semibold text-h2">{title}</h1>
      {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
      <div className="mt-6 grid gap-5">{children}</div>
    </>
  );
}

export function AccountLinks({ links }: { links: { href: string; label: string }[] }) {
  return (
    <ul className="mt-1 border-line border-t pt-3">
      {links.map(({ href, label }) => (
        <li key={href}>
          <SiteLink to={href} className="link-quiet inline-flex min-h-11 items-center text-action">
            {label}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

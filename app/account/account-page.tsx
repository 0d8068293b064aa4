import type { FieldMetadata, SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import type { MetaDescriptor } from 'react-router';
import { useTranslations } from 'use-intl';
import { answeredField } from '../ui/kit/forms/conform-field.ts';
import { TextField } from '../ui/kit/forms/field.tsx';
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

interface EmailFieldProps {
  field: FieldMetadata<unknown, Record<string, unknown>, string[]>;
  /** The result of the form's submission. */
  answer: SubmissionResult<string[]> | undefined;
  /** Why the email cannot be changed; without it, it can. */
  fixed?: string | undefined;
}

/** The account's email; password managers treat it as the user name. */
export function EmailField({ field, answer, fixed }: EmailFieldProps) {
  const t = useTranslations('account.fields');
  return (
    <TextField
      label={t('email')}
      {...answeredField(field, answer)}
      type="email"
      autoComplete="username"
      inputMode="email"
      {...(fixed !== undefined && { readOnly: true, hint: fixed })}
    />
  );
}

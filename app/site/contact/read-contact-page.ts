import { MAX_EMAIL_LENGTH } from '#core/accounts/email-address.ts';
import { MAX_NAME_LENGTH } from '#core/accounts/user.ts';
import type { Locale } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import type { ContactNow } from '#core/public-content/open-state.ts';
import { readSiteContact } from '#core/public-content/published-site.ts';
import { itemPath } from '#core/site/content-paths.ts';
import { CONTACT_PATH } from '#core/site/site-paths.ts';
import type contact from '../../../locales/es/contact.json';
import { createNamespaceTranslator } from '../../i18n/server-messages.ts';
import { findPage, type PageData, pageData } from '../page/read-page.ts';
import type { PageRequest } from '../page-request.ts';

export interface ContactPage extends PageData {
  contact: ContactNow;
  form?: ContactFormData;
  /** Shown instead of the form once a message was sent. */
  sent?: ContactSent;
}

/** Loads the contact page in a language; `undefined` if it is not published. */
export async function readContactPage(request: PageRequest): Promise<ContactPage | undefined> {
  const found = await findPage(request.services, request.locale, 'contact');
  if (!found) return undefined;
  const { services, locale } = request;
  const contact = await readSiteContact(services.content, locale, found.publication.fields);
  const page = { ...(await pageData(request, found)), contact };
  if (request.query.get('sent') !== '1') return { ...page, form: await contactFormData(request) };
  return { ...page, head: { ...page.head, noindex: true, alternates: [] }, sent: contactSent(request) };
}

/** The texts of the contact form, or of the page after a message was sent. */
export interface ContactFormData {
  action: string;
  title: string;
  lead: string;
  privacy: string;
  /** Missing until the privacy policy is published. */
  privacyHref?: string;
  /** Without `type`: a text of several lines. */
  fields: { name: string; label: string; type?: string; autoComplete?: string; maxLength?: number }[];
  trap: string;
  consent: string;
  submit: string;
}

/** What is shown instead of the form once a message was sent. */
export interface ContactSent {
  title: string;
  text: string;
  another: string;
  href: string;
}

/** The answer to a form that was not taken. */
export interface ContactAnswer {
  /** As typed, by field. */
  values: { [field: string]: string };
  /** Messages by field, in the order of the form. */
  problems: { [field: string]: string };
  /** A message about the whole form. */
  alert: string;
}

interface FormRequest extends Pick<PageRequest, 'locale'> {
  services: Pick<PageRequest['services'], 'config' | 'content'>;
}

export async function contactFormData({
  services: { config, content },
  locale,
}: FormRequest): Promise<ContactFormData> {
  const t = createContactTranslator(locale);
  const [privacy] = await content.cards(locale, ['privacy-policy']);
  return {
    action: localizePath(config, locale, CONTACT_PATH),
    title: t('title'),
    lead: t('lead', { days: Number(await content.setting('inbox-days')) }),
    privacy: t('privacy'),
    ...(privacy && { privacyHref: itemPath(config, locale, privacy) }),
    fields: [
      { name: 'name', label: t('fields.name'), type: 'text', autoComplete: 'name', maxLength: MAX_NAME_LENGTH },
      { name: 'email', label: t('fields.email'), type: 'email', autoComplete: 'email', maxLength: MAX_EMAIL_LENGTH },
      { name: 'message', label: t('fields.message') },
    ],
    trap: t('fields.trap'),
    consent: t('fields.consent'),
    submit: t('submit'),
  };
}

function contactSent({ services: { config }, locale }: PageRequest): ContactSent {
  const t = createContactTranslator(locale);
  return {
    title: t('sentTitle'),
    text: t('sent'),
    another: t('another'),
    href: localizePath(config, locale, CONTACT_PATH),
  };
}

declare module '../../i18n/messages.ts' {
  /** On the server only: the contact page gets its texts with its data. */
  interface Messages {
    contact: typeof contact;
  }
}

/** A translator of the `contact` messages for the loader and the action of the contact page. */
export function createContactTranslator(locale: Locale) {
  return createNamespaceTranslator(locale, 'contact');
}

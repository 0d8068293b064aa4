import { useTranslations } from 'use-intl';
import logo from '~icons/meki/logo-mark';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { FrameData, NavigationLink } from './frame-data.ts';

/** Contact details and links to the main pages. */
export function SiteFooter({ frame }: { frame: FrameData }) {
  const t = useTranslations('common');
  const { phone, email, address } = frame.contact;
  return (
    <footer data-theme="dark" className="bg-meki-teal-950 text-ink">
      <div className="container-page grid grid-cols-1 gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1fr] lg:py-16">
        <div>
          <p className="flex items-center gap-2.5 font-semibold text-[1.1875rem]">
            <Icon icon={logo} className="size-8 text-meki-teal-200" />
            {frame.name}
          </p>
          {address && <address className="mt-4 whitespace-pre-line text-ink-soft not-italic">{address}</address>}
        </div>
        {(phone || email) && (
          <div>
            <h2 className="font-semibold text-fine text-ink-soft">{t('footer.contact')}</h2>
            <ul className="mt-2">
              {phone && <FooterLink href={`tel:${phone.replace(/[^+\d]/g, '')}`} label={phone} plain />}
              {email && <FooterLink href={`mailto:${email}`} label={email} plain />}
            </ul>
          </div>
        )}
        <nav aria-label={t('navigation.footer')} data-print="hide">
          <h2 className="font-semibold text-fine text-ink-soft">{t('footer.site')}</h2>
          <ul className="mt-2">
            {[...frame.navigation, ...frame.furtherPages].map((link) => (
              <FooterLink key={link.href} {...link} />
            ))}
            <FooterLink href={frame.feedHref} label={t('footer.feed')} plain />
          </ul>
        </nav>
      </div>
    </footer>
  );
}

/** @param plain whether the target is not a page of the app, so that the link needs a document request */
function FooterLink({ href, label, plain = false }: NavigationLink & { plain?: boolean }) {
  const className = 'link-quiet inline-flex min-h-11 items-center wrap-anywhere';
  return (
    <li>
      {plain ? (
        <a dir="ltr" href={href} className={className}>
          {label}
        </a>
      ) : (
        <SiteLink to={href} className={className}>
          {label}
        </SiteLink>
      )}
    </li>
  );
}

import draftIcon from '~icons/lucide/file-pen';
import { layouts } from '../layouts/layouts.tsx';
import { SiteFrame } from '../layouts/site-frame/site-frame.tsx';
import { ContactView } from '../site/contact/contact-view.tsx';
import { HomeView } from '../site/home/home-view.tsx';
import { ItemView } from '../site/item/item-view.tsx';
import { PageView } from '../site/page/page-view.tsx';
import { QuestionsView } from '../site/questions/questions-view.tsx';
import { Icon } from '../ui/icon.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import type { PreviewPageData, PreviewView } from './read-preview-page.ts';

interface PreviewPageProps {
  page: Pick<PreviewPageData, 'frame' | 'view'>;
  /** The banner that marks the page as a draft. */
  banner: { label: string; text: string };
}

/** A draft, rendered like its public page. */
export function PreviewPage({ page: { frame, view }, banner }: PreviewPageProps) {
  const PageLayout = layouts[view.kind === 'item' ? 'content' : 'default'];
  return (
    <SiteFrame frame={frame}>
      <p role="note" className="bg-meki-teal-900 px-4 py-3 text-center font-medium text-fine text-white">
        <Icon icon={draftIcon} className="me-2 inline-block align-[-0.15em]" />
        <strong>{banner.label}.</strong> {banner.text}
      </p>
      <PageLayout>
        <View view={view} />
      </PageLayout>
    </SiteFrame>
  );
}

function View({ view }: { view: PreviewView }) {
  switch (view.kind) {
    case 'item':
      return <ItemView item={view.page} />;
    case 'home':
      return <HomeView home={view.page} />;
    case 'questions':
      return <QuestionsView page={view.page} {...(view.open !== undefined && { open: view.open })} />;
    case 'contact':
      return <ContactView page={view.page} />;
    case 'page':
      return <PageView page={view.page} />;
  }
}

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

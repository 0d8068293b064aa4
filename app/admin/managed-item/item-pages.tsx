import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import publishIcon from '~icons/lucide/globe';
import revisionsIcon from '~icons/lucide/history';
import previewIcon from '~icons/lucide/monitor-smartphone';
import textIcon from '~icons/lucide/square-pen';
import { Icon } from '../../ui/icon.tsx';
import { Tooltip } from '../../ui/kit/tooltip.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { ItemPaths } from './read-managed-item.ts';

export const PAGE_ICONS = { text: textIcon, preview: previewIcon, revisions: revisionsIcon, publish: publishIcon };

/** The class of what leads to a page of the item. */
export const pageStyle =
  'inline-flex h-11 min-w-11 items-center justify-center gap-2 border-action px-2 font-medium text-ink-soft hover:text-ink aria-[current]:border-b-2 aria-[current]:text-action aria-pressed:border-b-2 aria-pressed:text-action';

/** Below this width of the bar, the editor shows icons instead of words. */
export const EDITOR_WORDS = { words: '@max-[56rem]:sr-only', icons: '@min-[56rem]:hidden' };

/** The other pages have nothing else in the bar: only the narrowest phones show icons. */
const PAGE_WORDS = { words: '@max-[21rem]:sr-only', icons: '@min-[21rem]:hidden' };

/** In the editor, these are in the menu where there is no room. */
const WITH_ROOM = '@max-[52rem]:hidden';

interface ItemPagesProps {
  paths: ItemPaths;
  /** In the editor, the preview is shown beside the text, and publishing over it. */
  inEditor?: { preview: ReactNode; publish: ReactNode };
}

/** The pages of one item, in the same order everywhere: text, preview, history, publishing. */
export function ItemPages({ paths, inEditor }: ItemPagesProps) {
  const t = useTranslations('publishing.tabs');
  const { pathname } = useLocation();
  const { words, icons } = inEditor ? EDITOR_WORDS : PAGE_WORDS;
  const link = (page: keyof typeof PAGE_ICONS, href: string) => (
    <Tooltip text={t(page)} className={icons}>
      <SiteLink
        to={href}
        aria-current={isAt(pathname, href) ? 'page' : undefined}
        className={`${pageStyle} ${inEditor ? '' : '@max-[36rem]:px-1.5 @max-[36rem]:text-fine'}`}
      >
        <Icon icon={PAGE_ICONS[page]} className={`text-[1.125rem] ${icons}`} />
        <span className={words}>{t(page)}</span>
      </SiteLink>
    </Tooltip>
  );
  return (
    <nav aria-label={t('label')}>
      <ul className="flex items-center @min-[60rem]:gap-1">
        <li className={inEditor ? WITH_ROOM : ''}>{link('text', paths.editor)}</li>
        <li className={inEditor ? '@max-[22rem]:hidden' : ''}>
          {inEditor ? inEditor.preview : link('preview', paths.preview)}
        </li>
        <li className={inEditor ? WITH_ROOM : ''}>{link('revisions', paths.revisions)}</li>
        <li>{inEditor ? inEditor.publish : link('publish', paths.publish)}</li>
      </ul>
    </nav>
  );
}

/** Whether an address is the current page's, in any language form. */
function isAt(pathname: string, href: string): boolean {
  return pathname === href || pathname.endsWith(href);
}

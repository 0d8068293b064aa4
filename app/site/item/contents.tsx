import { useTranslations } from 'use-intl';
import type { HeadingEntry } from '#core/rich-text/headings.ts';
import openIcon from '~icons/lucide/chevron-down';
import { useLocale } from '../../i18n/message-provider.tsx';
import { Icon } from '../../ui/icon.tsx';

/** The table of contents: beside the text on wide screens, otherwise collapsed above it. */
export function Contents({ entries }: { entries: HeadingEntry[] }) {
  const t = useTranslations('common.item');
  const { language } = useLocale();
  const list = (
    <ol className="mt-2 border-line border-s">
      {entries.map(({ anchor, text }) => (
        <li key={anchor}>
          <a
            href={`#${anchor}`}
            className="-ms-px flex min-h-11 items-center border-transparent border-s-2 py-1.5 ps-4 text-fine text-ink-soft leading-snug hover:border-action hover:text-action"
          >
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <div data-print="hide">
      <details className="group rounded-card border border-line px-5 py-2 lg:hidden">
        <summary lang={language} className="flex min-h-11 items-center justify-between gap-5 font-semibold">
          {t('contents')}
          <span className="text-[1.25rem] text-action group-open:rotate-180">
            <Icon icon={openIcon} />
          </span>
        </summary>
        {list}
      </details>
      <nav aria-labelledby="contents" className="sticky top-24 hidden lg:block">
        <h2 id="contents" lang={language} className="font-semibold text-fine">
          {t('contents')}
        </h2>
        {list}
      </nav>
    </div>
  );
}

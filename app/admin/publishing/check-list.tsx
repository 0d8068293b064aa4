import { useTranslations } from 'use-intl';
import { SiteLink } from '../../ui/site-link.tsx';
import type { DescribedCheck } from './check-sentence.ts';

/** Its padding makes it higher under a finger; that of its line makes room for it. Inline, since a mark stands beside the last line of a block. */
const LINK = 'py-[0.1875rem] pointer-coarse:py-3.25 text-action underline underline-offset-4';

/** The check results of a language, each with a link to its place in the text. */
export function CheckList({ checks }: { checks: readonly DescribedCheck[] }) {
  const t = useTranslations('publishing.language');
  return (
    <ul className="mt-1 grid gap-1 ps-6">
      {checks.map(({ sentence, href, language, other }) => (
        <li key={`${language} ${href} ${other?.href} ${sentence}`} className="min-h-6 list-disc pointer-coarse:py-2.5">
          <SiteLink to={href} className={LINK}>
            {sentence}
          </SiteLink>
          {other && (
            <SiteLink to={other.href} className={`ms-3 ${LINK}`}>
              {t('openOther', { title: other.title })}
            </SiteLink>
          )}
        </li>
      ))}
    </ul>
  );
}

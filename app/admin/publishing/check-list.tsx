import { useTranslations } from 'use-intl';
import { SiteLink } from '../../ui/site-link.tsx';
import type { ToldCheck } from './check-sentence.ts';

/** The check results, each with a link to its place in the text. */
export function CheckList({ checks }: { checks: readonly ToldCheck[] }) {
  const t = useTranslations('publishing.language');
  return (
    <ul className="mt-1 ps-6">
      {checks.map(({ sentence, href, language, other }) => (
        <li key={`${language} ${href} ${other?.href} ${sentence}`} className="list-disc">
          <SiteLink to={href} className="link-quiet inline-flex min-h-11 items-center py-1 underline">
            {sentence}
          </SiteLink>
          {other && (
            <SiteLink to={other.href} className="link-quiet ms-3 inline-flex min-h-11 items-center py-1 underline">
              {t('openOther', { title: other.title })}
            </SiteLink>
          )}
        </li>
      ))}
    </ul>
  );
}

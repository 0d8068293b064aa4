import { useTranslations } from 'use-intl';
import unfoldIcon from '~icons/lucide/chevron-down';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { ReviewDescription, TurnDescription } from './describe-review.ts';

/** The conversation about a review: the last turn, and the earlier ones folded. */
export function ReviewTalk({ review: { last, earlier } }: { review: ReviewDescription }) {
  const t = useTranslations('publishing.talk');
  return (
    <>
      <Turn turn={last} />
      <div className="flex flex-wrap gap-x-5">
        <SinceLink turn={last} />
        {earlier.length > 0 && (
          <details className="open:basis-full">
            <summary className="link-quiet inline-flex min-h-11 cursor-pointer items-center gap-1 font-medium text-action text-fine [[open]>&>svg]:rotate-180">
              {t('earlier', { count: earlier.length })}
              <Icon icon={unfoldIcon} />
            </summary>
            <ol className="grid gap-3 border-line-strong border-s-2 ps-3">
              {earlier.map((turn) => (
                <li key={turn.at}>
                  <Turn turn={turn} />
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
    </>
  );
}

function Turn({ turn: { sentence, note, answer } }: { turn: TurnDescription }) {
  return (
    <>
      <p className="font-medium">{sentence}</p>
      {note !== undefined && <Note>{note}</Note>}
      {answer && (
        <>
          <p className="mt-1 font-medium">{answer.sentence}</p>
          <Note>{answer.note}</Note>
        </>
      )}
    </>
  );
}

function SinceLink({ turn: { sinceHref } }: { turn: TurnDescription }) {
  const t = useTranslations('publishing.talk');
  if (sinceHref === undefined) return null;
  return (
    <SiteLink
      to={sinceHref}
      className="inline-flex min-h-11 items-center font-medium text-action text-fine underline underline-offset-4"
    >
      {t('since')}
    </SiteLink>
  );
}

function Note({ children }: { children: string }) {
  return <blockquote className="mt-1 max-w-[65ch] whitespace-pre-line wrap-anywhere">{children}</blockquote>;
}

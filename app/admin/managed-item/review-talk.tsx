import { useTranslations } from 'use-intl';
import { SiteLink } from '../../ui/site-link.tsx';
import type { ToldReview, ToldTurn } from './tell-review.ts';

/** The conversation about a review: the last turn, and the earlier ones folded. */
export function ReviewTalk({ review: { last, earlier } }: { review: ToldReview }) {
  const t = useTranslations('publishing.talk');
  return (
    <>
      <Turn turn={last} />
      {earlier.length > 0 && (
        <details className="mt-1">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-action text-fine">
            {t('earlier', { count: earlier.length })}
          </summary>
          <ol className="grid gap-3 border-line border-s-2 ps-3">
            {earlier.map((turn) => (
              <li key={turn.at}>
                <Turn turn={turn} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function Turn({ turn: { sentence, note, answer, sinceHref } }: { turn: ToldTurn }) {
  const t = useTranslations('publishing.talk');
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
      {sinceHref !== undefined && (
        <SiteLink
          to={sinceHref}
          className="inline-flex min-h-11 items-center font-medium text-action text-fine underline underline-offset-4"
        >
          {t('since')}
        </SiteLink>
      )}
    </>
  );
}

function Note({ children }: { children: string }) {
  return <blockquote className="mt-1 max-w-[65ch] whitespace-pre-line wrap-anywhere">{children}</blockquote>;
}

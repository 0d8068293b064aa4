import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import endedIcon from '~icons/lucide/circle-check';
import askedIcon from '~icons/lucide/message-circle-question-mark';
import sentBackIcon from '~icons/lucide/message-circle-reply';
import { NewerButton } from '../../../data/live/calm-reload.tsx';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useItemCard } from '../../managed-item/calm-item.tsx';
import { describeReviews, type LanguageReviews } from '../../managed-item/describe-review.ts';
import { ReviewTalk } from '../../managed-item/review-talk.tsx';
import { useDesk } from '../context/desk-context.tsx';

/** The reviews of the item's languages above the text, for those who asked and those who answer, as they change. */
export function ReviewBox() {
  const t = useTranslations('publishing.talk');
  const { language } = useLocale();
  const { languages } = useDesk();
  const { reviews, news, isBehind, show } = useCalmReviews();
  const box = useRef<HTMLElement>(null);
  const nameOf = (code: string) => languages.find((one) => one.code === code)?.name ?? code;
  function showNow() {
    flushSync(show);
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }
  return (
    <>
      {isBehind && (
        <div className="sticky top-[var(--desk-bar)] z-20 h-0">
          {/* Below the bar also at the top of the page, where nothing sticks yet: the button stands over the edge of its place. */}
          <div className="absolute inset-x-0 top-7">
            <NewerButton onShow={showNow}>{news ?? t('newer')}</NewerButton>
          </div>
        </div>
      )}
      {reviews.map((review, index) => {
        const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(review.codes.map(nameOf));
        return (
          <section
            key={review.codes.join()}
            ref={index === 0 ? box : undefined}
            tabIndex={-1}
            aria-label={t('title', { language: names })}
            className="desk-review mt-3 rounded-e-control border-action border-s-4 bg-tint px-3 pt-2 focus:outline-none"
          >
            {review.end !== undefined ? (
              <p className="pb-2">
                <Icon icon={endedIcon} className="me-1.5 inline align-[-0.125em] text-success" />
                {review.end}
              </p>
            ) : (
              <details open>
                <summary className="min-h-6 cursor-pointer content-center text-fine text-ink-soft pointer-coarse:min-h-11">
                  <Icon icon={review.isOpen ? askedIcon : sentBackIcon} className="me-1.5 inline align-[-0.125em]" />
                  {t('title', { language: names })} · {t(review.isOpen ? 'open' : 'answered')}
                </summary>
                <ReviewTalk review={review} />
              </details>
            )}
          </section>
        );
      })}
    </>
  );
}

/** What is shown, which never moves the text under somebody who is writing: then it waits to be asked for. */
function useCalmReviews(): {
  reviews: LanguageReviews[];
  /** How a review has ended that is still shown. */
  news: string | undefined;
  isBehind: boolean;
  show: () => void;
} {
  const { cardPath, bar, reviewed } = useDesk();
  const t = useTranslations('publishing');
  const { code: locale } = useLocale();
  const card = useItemCard(cardPath);
  const languages = card?.data.languages ?? reviewed;
  const telling = useMemo(() => ({ locale, t, revisions: bar.paths.revisions }), [locale, t, bar.paths.revisions]);
  const [shown, setShown] = useState(() => describeReviews(languages, telling));
  const known = useMemo(() => describeReviews(languages, telling, shown), [languages, telling, shown]);
  const isBehind = stampOf(known) !== stampOf(shown);
  const hasActed = useRef(false);
  useEffect(() => {
    // The focus alone does not tell: a freshly opened editor has it in the text.
    const note = ({ target }: Event) => {
      if (target instanceof Element && target.closest('.desk-columns')) hasActed.current = true;
    };
    const acts = ['keydown', 'pointerdown'] as const;
    for (const act of acts) document.addEventListener(act, note, true);
    return () => {
      for (const act of acts) document.removeEventListener(act, note, true);
    };
  }, []);
  useEffect(() => {
    const isWriting = hasActed.current && document.activeElement?.closest('.desk-columns');
    if (isBehind && !isWriting) setShown(known);
  }, [isBehind, known]);
  const news = known.find(({ stamp, end }) => end !== undefined && !shown.some((one) => one.stamp === stamp))?.end;
  return { reviews: shown, news, isBehind, show: () => setShown(known) };
}

function stampOf(reviews: readonly LanguageReviews[]): string {
  return reviews.map(({ codes, stamp }) => [...codes, stamp].join()).join(' ');
}

import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
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
  const { reviews, isBehind, show } = useCalmReviews();
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
        <div className="sticky top-[calc(var(--desk-bar)+1.75rem)] z-20 h-0">
          <NewerButton onShow={showNow}>{t('newer')}</NewerButton>
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
            <details open>
              <summary className="min-h-6 cursor-pointer content-center text-fine text-ink-soft pointer-coarse:min-h-11">
                <Icon icon={review.isOpen ? askedIcon : sentBackIcon} className="me-1.5 inline align-[-0.125em]" />
                {t('title', { language: names })} · {t(review.isOpen ? 'open' : 'answered')}
              </summary>
              <ReviewTalk review={review} />
            </details>
          </section>
        );
      })}
    </>
  );
}

/** Whether the person writes in the columns: since they typed there, until their focus leaves them. */
function useIsWriting(): RefObject<boolean> {
  const isWriting = useRef(false);
  useEffect(() => {
    const noteInput = ({ target }: Event) => {
      if (target instanceof Element && target.closest('.desk-columns')) isWriting.current = true;
    };
    const noteFocus = ({ target }: Event) => {
      if (target instanceof Element && !target.closest('.desk-columns')) isWriting.current = false;
    };
    document.addEventListener('beforeinput', noteInput);
    document.addEventListener('focusin', noteFocus);
    return () => {
      document.removeEventListener('beforeinput', noteInput);
      document.removeEventListener('focusin', noteFocus);
    };
  }, []);
  return isWriting;
}

/** What is shown, which never moves the text under somebody who is writing: then it waits to be asked for. */
function useCalmReviews(): { reviews: LanguageReviews[]; isBehind: boolean; show: () => void } {
  const { cardPath, bar, reviews: given } = useDesk();
  const t = useTranslations('publishing');
  const { code: locale } = useLocale();
  const card = useItemCard(cardPath);
  const [shown, setShown] = useState(given);
  const isWriting = useIsWriting();
  const known = useMemo(
    () => (card ? describeReviews(card.data.languages, { locale, t, revisions: bar.paths.revisions }) : given),
    [card, given, locale, t, bar.paths.revisions],
  );
  const isBehind = stampOf(known) !== stampOf(shown);
  useEffect(() => {
    if (isBehind && !isWriting.current) setShown(known);
  }, [isBehind, known, isWriting]);
  return { reviews: shown, isBehind, show: () => setShown(known) };
}

function stampOf(reviews: readonly LanguageReviews[]): string {
  return reviews.map(({ codes, stamp }) => [...codes, stamp].join()).join(' ');
}

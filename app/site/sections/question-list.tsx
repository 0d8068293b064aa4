import { useTranslations } from 'use-intl';
import openIcon from '~icons/lucide/chevron-down';
import linkIcon from '~icons/lucide/link';
import { Icon } from '../../ui/icon.tsx';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import type { Question } from './read-questions.ts';

/**
 * Questions that expand without script. The id is on the answer, so that a browser that follows a link to it opens its
 * question.
 */
export function QuestionList({
  questions,
  heading: Heading,
  open,
}: {
  questions: Omit<Question, 'plainAnswer'>[];
  heading: 'h2' | 'h3';
  /** The question that is open initially. */
  open?: string;
}) {
  const t = useTranslations('common.questions');
  return (
    <ul className="divide-y divide-line border-line border-y">
      {questions.map(({ slug, title, answer }) => (
        <li key={slug}>
          <details className="group" open={slug === open}>
            <summary className="flex min-h-14 items-center justify-between gap-5 py-3.5 hover:text-action">
              <Heading className="min-w-0 font-medium text-[1.0625rem]">{title}</Heading>
              <span className="text-[1.25rem] text-action group-open:rotate-180">
                <Icon icon={openIcon} />
              </span>
            </summary>
            <div id={slug} className="scroll-mt-40 pb-6">
              <RichTextView text={answer} className="prose-compact" />
              <a
                href={`#${slug}`}
                data-print="hide"
                className="link-quiet mt-1 inline-flex min-h-11 items-center gap-2 text-fine text-ink-soft"
              >
                <Icon icon={linkIcon} />
                {t('link')}
              </a>
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

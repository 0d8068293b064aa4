import { Icon } from '../../ui/icon.tsx';
import { ShownFields } from '../fields/shown-fields.tsx';
import { PageHeading } from '../page/page-heading.tsx';
import { PageSurroundings } from '../page/page-place.tsx';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import { QuestionList } from '../sections/question-list.tsx';
import { SectionParts } from '../sections/section-parts.tsx';
import type { QuestionsPage } from './read-questions-page.ts';

/** Grouped questions beside the page's own text. @param open the question that is open initially */
export function QuestionsView({ page, open }: { page: QuestionsPage; open?: string }) {
  const { title, summary, text, groups } = page;
  return (
    <>
      <div className="container-page pt-8 pb-16 sm:pt-12 sm:pb-24">
        <PageHeading title={title} summary={summary} />
        <div className="mt-10 grid grid-cols-1 gap-12 lg:grid-cols-[1fr_20rem] lg:gap-20">
          <div className="grid grid-cols-1 gap-12">
            {groups.map(({ label, icon, questions }) => (
              <section key={label ?? ''}>
                {label && (
                  <h2 className="mb-4 flex items-center gap-3 font-semibold text-h2">
                    {icon && <Icon icon={icon} className="text-action" />}
                    {label}
                  </h2>
                )}
                <QuestionList
                  questions={questions}
                  heading={label ? 'h3' : 'h2'}
                  {...(open !== undefined && { open })}
                />
              </section>
            ))}
          </div>
          <aside className="h-fit rounded-card bg-tint p-6 lg:sticky lg:top-24">
            <RichTextView text={text} className="prose-compact" />
          </aside>
        </div>
        <ShownFields fields={page.fields} className="mt-10" />
        <PageSurroundings place={page.place} />
      </div>
      <SectionParts text={text} withoutText />
    </>
  );
}

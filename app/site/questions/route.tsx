import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { faqJsonLd } from '#core/site/json-ld.ts';
import type { RouteHandle } from '../../layouts/route-handle.ts';
import { pageClientLoader } from '../../navigation/page-client-loader.ts';
import { findPage } from '../page/find-page.ts';
import { PageHeading } from '../page/page-heading.tsx';
import { pageData } from '../page/read-page.ts';
import { pageMeta } from '../page-head/page-head.ts';
import { noRouteMatches, readPageRequest } from '../page-request.ts';
import { RichTextView } from '../rich-text/rich-text-view.tsx';
import { QuestionList } from './question-list.tsx';
import { readQuestions } from './read-questions.ts';

export const handle: RouteHandle = { layout: 'default' };

export async function loader(args: LoaderFunctionArgs) {
  const request = readPageRequest(args);
  const { services, locale } = request;
  const [page, groups] = await Promise.all([findPage(services, locale, 'faq'), readQuestions(services, locale)]);
  if (!page) throw noRouteMatches(args.request);
  const jsonLd = faqJsonLd(
    { config: services.config, origin: services.origin, locale },
    groups.flatMap(({ questions }) =>
      questions.map(({ title, plainAnswer }) => ({ question: title, answer: plainAnswer })),
    ),
  );
  return {
    ...(await pageData(request, page, [jsonLd])),
    groups: groups.map(({ questions, ...group }) => ({
      ...group,
      questions: questions.map(({ plainAnswer: _, ...question }) => question),
    })),
  };
}

export const clientLoader = pageClientLoader as unknown as typeof loader;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => pageMeta(loaderData?.head);

export default function QuestionsRoute() {
  const { title, summary, text, groups } = useLoaderData<typeof loader>();
  return (
    <div className="container-page pt-8 pb-16 sm:pt-12 sm:pb-24">
      <PageHeading title={title} summary={summary} />
      <div className="mt-10 grid gap-12 lg:grid-cols-[1fr_20rem] lg:gap-20">
        <div className="grid gap-12">
          {groups.map(({ label, questions }) => (
            <section key={label ?? ''}>
              {label && <h2 className="mb-4 font-semibold text-h2">{label}</h2>}
              <QuestionList questions={questions} heading={label ? 'h3' : 'h2'} />
            </section>
          ))}
        </div>
        <aside className="h-fit rounded-card bg-tint p-6 lg:sticky lg:top-24">
          <RichTextView text={text} className="prose-compact" />
        </aside>
      </div>
    </div>
  );
}

import { faqJsonLd } from '#core/discovery/json-ld.ts';
import { findPage, type PageData, pageData } from '../page/read-page.ts';
import type { PageRequest } from '../page-request.ts';
import { type Question, type QuestionGroup, readQuestions } from '../sections/read-questions.ts';

/** The data of the questions page. */
export interface QuestionsPage extends PageData {
  groups: (Omit<QuestionGroup, 'questions' | 'value'> & { questions: Omit<Question, 'plainAnswer'>[] })[];
}

/** Loads the questions page in a language; `undefined` if it is not published. */
export async function readQuestionsPage(request: PageRequest): Promise<QuestionsPage | undefined> {
  const { services, locale } = request;
  const [page, groups] = await Promise.all([findPage(services, locale, 'faq'), readQuestions(services, locale)]);
  if (!page) return undefined;
  const jsonLd = faqJsonLd(
    { config: services.config, origin: services.origin, locale },
    groups.flatMap(({ questions }) =>
      questions.map(({ title, plainAnswer }) => ({ question: title, answer: plainAnswer })),
    ),
  );
  return {
    ...(await pageData(request, page, [jsonLd])),
    groups: groups.map(({ questions, value: _, ...group }) => ({
      ...group,
      questions: questions.map(({ plainAnswer: _, ...question }) => question),
    })),
  };
}

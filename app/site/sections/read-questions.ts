import { groupField } from '#core/content/own-contents.ts';
import type { Publication } from '#core/content/publication.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import type { Locale } from '#core/locales/locale.ts';
import { plainText } from '#core/rich-text/rich-text.ts';
import { drawingOf, type IconData, type PageServices } from '../../context/context.ts';
import { prepareText } from '../rich-text/prepare-text.ts';
import type { PreparedText } from '../rich-text/rich-text-view.tsx';

export interface Question {
  /** The id and fragment. */
  slug: string;
  title: string;
  answer: PreparedText;
  /** The answer as plain text, for search engines. */
  plainAnswer: string;
}

export interface QuestionGroup {
  /** The choice; missing as its label. */
  value?: string;
  /** Missing if the type has no field to group by. */
  label?: string;
  /** Only if the team chose one. */
  icon?: IconData;
  questions: Question[];
}

/** The site's questions in a language, grouped by the first choice field, in the order of its choices. */
export async function readQuestions(services: PageServices, locale: Locale): Promise<QuestionGroup[]> {
  const type = services.config.contentTypes.find(({ appearsAs }) => appearsAs === 'faq');
  if (!type) return [];
  const [all, icons] = await Promise.all([services.content.all(locale, type.key), services.content.icons()]);
  const groups = await Promise.all(
    groupChoices(type, locale).map(async ({ value, label }) => ({
      ...(label === undefined || value === undefined ? {} : { value, label }),
      ...iconOf(icons.groups[value ?? '']),
      questions: await Promise.all(
        all
          .filter((question) => belongsTo(type, question, value))
          .map((question) => toQuestion(services, locale, question)),
      ),
    })),
  );
  return groups.filter(({ questions }) => questions.length > 0);
}

async function toQuestion(
  services: PageServices,
  locale: Locale,
  { slug, title, body }: Publication,
): Promise<Question> {
  return { slug, title, answer: (await prepareText(services, locale, body)).text, plainAnswer: plainText(body) };
}

function iconOf(icon: IconData | undefined): { icon?: IconData } {
  return icon ? { icon: drawingOf(icon) } : {};
}

function groupChoices(type: ContentType, locale: Locale): { value: string | undefined; label?: string }[] {
  const field = groupField(type);
  if (!field) return [{ value: undefined }];
  return field.choices.map(({ value, labels }) => ({ value, label: labels[locale] ?? value }));
}

function belongsTo(type: ContentType, question: Publication, value: string | undefined): boolean {
  const field = groupField(type);
  return field === undefined || question.fields[field.key] === value;
}

import { labelInSentence, localeDefinition } from '#core/locales/locale.ts';
import { fieldLink } from '#core/rich-text/link-target.ts';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import type { SectionKind } from '#core/site/section-blocks.ts';
import { typesToRead } from '#core/site/topic-type.ts';
import type { PageRequest } from '../page-request.ts';
import type { SectionedPage } from './read-sections.ts';

/** Number of cards of the site's first type, which has more than the others. */
const CARDS_OF_FIRST_TYPE = 6;

/** The sections of a home page before and after its text. */
export interface PresentSections {
  before: RichTextNode[];
  after: RichTextNode[];
}

/** The sections that a home page without any of its own has: the newest items of each type, questions, contact. */
export async function presentSections(
  { services, locale, t }: Pick<PageRequest, 'services' | 'locale' | 't'>,
  { fixedPage }: Pick<SectionedPage, 'fixedPage'>,
): Promise<PresentSections> {
  const { config, content } = services;
  const types = typesToRead(config);
  const [contact, ...lists] = await Promise.all([
    fixedPage(services, locale, 'contact'),
    ...types.map(({ key }, index) =>
      content.list(locale, key, { page: 1, pageSize: index === 0 ? CARDS_OF_FIRST_TYPE : 3 }),
    ),
  ]);
  const [first, ...others] = types.filter((_, index) => (lists[index]?.cards.length ?? 0) > 0);
  const { language } = localeDefinition(config, locale);
  const typeLabel = first && labelInSentence(first.labels.plural[locale] ?? first.key, language);
  const hero = section(
    'hero',
    {
      ...(first && { firstLink: fieldLink('listing', first.key) }),
      ...(contact && { secondLink: fieldLink('item', contact.publication.itemId) }),
    },
    {
      ...(typeLabel !== undefined && { firstLabel: t('home.all', { type: typeLabel }) }),
      ...(contact && { secondLabel: t('home.contactAction') }),
    },
  );
  const count = first === types[0] ? CARDS_OF_FIRST_TYPE : 3;
  return {
    before: [hero, ...(first ? [section('newest', { type: first.key, count })] : [])],
    after: [
      ...others.map(({ key }) => section('newest', { type: key, count: 3 })),
      ...((await fixedPage(services, locale, 'faq')) ? [section('questions', {})] : []),
      ...(contact ? [section('contact', {})] : []),
    ],
  };
}

function section(
  kind: SectionKind,
  values: { [field: string]: string | number },
  words: { [field: string]: string } = {},
): RichTextNode {
  return { type: 'siteBlock', attrs: { kind, values, words } };
}

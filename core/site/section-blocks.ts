import type { ContentType } from '../content-types/content-type.ts';
import type { Localized } from '../locales/locale.ts';
import type { RichText } from '../rich-text/rich-text.ts';
import type { SiteBlock, SiteBlockField } from '../site-blocks/site-block.ts';
import type { SiteConfig } from './site-config.ts';
import { typesToRead } from './topic-type.ts';

/** The keys of the blocks that are sections of pages. Their views are in `app/site/sections/`. */
export type SectionKind = 'hero' | 'newest' | 'chosen' | 'child-pages' | 'questions' | 'contact' | 'call-to-action';

/** Maximum characters. Source: those of an item's title, and two sentences or three. */
const HEADING = 160;
const LEAD = 600;
/** Maximum characters of what a button says. Source: Meki's own; it has one line on a phone. */
const BUTTON = 40;

/** Maximum questions of a section. Source: Meki's own; the page of the questions has all of them. */
const MOST_QUESTIONS = 20;

/** Maximum cards of a section. Source: Meki's own; a page of a listing has as many. */
const MOST_CARDS = 12;

const words = (key: string, labels: Localized, maxLength: number, hints?: Localized): SiteBlockField => ({
  key,
  kind: 'text',
  localized: true,
  labels,
  maxLength,
  ...(maxLength === LEAD && { multiline: true }),
  ...(hints && { hints }),
});

/** What a section says. @param hints of what readers see where they are empty */
const headed = (hints?: { heading: Localized; text: Localized }) => [
  words('heading', { es: 'Encabezado', en: 'Heading' }, HEADING, hints?.heading),
  words('text', { es: 'Texto', en: 'Text' }, LEAD, hints?.text),
];
const count = (maximum: number): SiteBlockField => ({
  key: 'count',
  kind: 'number',
  minimum: 1,
  maximum,
  labels: { es: 'Cuántos', en: 'How many' },
});
const button = (name: string, labels: Localized, links: Localized): SiteBlockField[] => [
  words(`${name}Label`, labels, BUTTON),
  { key: `${name}Link`, kind: 'link', labels: links },
];

type Section = SiteBlock & { key: SectionKind };

const section = (key: SectionKind, labels: Localized, icon: string, fields: SiteBlockField[]): Section => {
  return { key, isSection: true, labels, icon, fields };
};

/** A choice, if there is anything to choose. */
const choice = (key: string, labels: Localized, choices: { value: string; labels: Localized }[]): SiteBlockField[] =>
  choices.length > 0 ? [{ key, kind: 'choice', labels, choices }] : [];

const HERO = section('hero', { es: 'Presentación', en: 'Hero' }, 'lucide:panel-top', [
  ...headed({
    heading: { es: 'Si queda vacío, el título de la página.', en: 'If empty, the title of the page.' },
    text: { es: 'Si queda vacío, el resumen de la página.', en: 'If empty, the summary of the page.' },
  }),
  {
    key: 'picture',
    kind: 'media',
    labels: { es: 'Imagen', en: 'Picture' },
    hints: { es: 'Si queda vacía, la portada de la página.', en: 'If empty, the cover of the page.' },
  },
  ...button(
    'first',
    { es: 'Primer botón', en: 'First button' },
    { es: 'Adónde lleva el primer botón', en: 'Where the first button leads' },
  ),
  ...button(
    'second',
    { es: 'Segundo botón', en: 'Second button' },
    { es: 'Adónde lleva el segundo botón', en: 'Where the second button leads' },
  ),
]);

const newest = (types: readonly ContentType[]): Section =>
  section('newest', { es: 'Lo más reciente', en: 'Newest items' }, 'lucide:layout-grid', [
    ...headed({
      heading: { es: 'Si queda vacío, el nombre del tipo o del tema.', en: 'If empty, the name of the type or topic.' },
      text: { es: 'Si queda vacío, la descripción del tipo.', en: 'If empty, the description of the type.' },
    }),
    ...choice(
      'type',
      { es: 'Tipo', en: 'Type' },
      types.map(({ key, labels }) => ({ value: key, labels: labels.plural })),
    ),
    { key: 'topic', kind: 'topic', labels: { es: 'Tema', en: 'Topic' } },
    count(MOST_CARDS),
  ]);

const CHOSEN = section('chosen', { es: 'Contenidos elegidos', en: 'Chosen items' }, 'lucide:star', [
  ...headed(),
  { key: 'items', kind: 'items', most: MOST_CARDS, labels: { es: 'Contenidos', en: 'Items' } },
]);

const CHILD_PAGES = section(
  'child-pages',
  { es: 'Páginas que están debajo', en: 'Pages below this one' },
  'lucide:network',
  headed(),
);

const questions = (groups: { value: string; labels: Localized }[]): Section =>
  section('questions', { es: 'Preguntas', en: 'Questions' }, 'lucide:circle-help', [
    ...headed({
      heading: {
        es: 'Si queda vacío, el título de la página de preguntas.',
        en: 'If empty, the title of the questions page.',
      },
      text: { es: 'Si queda vacío, el resumen de esa página.', en: 'If empty, the summary of that page.' },
    }),
    ...choice('group', { es: 'Grupo', en: 'Group' }, groups),
    count(MOST_QUESTIONS),
  ]);

const CONTACT = section('contact', { es: 'Contacto', en: 'Contact' }, 'lucide:phone', [
  ...headed({
    heading: {
      es: 'Si queda vacío, el título de la página de contacto.',
      en: 'If empty, the title of the contact page.',
    },
    text: { es: 'Si queda vacío, el resumen de esa página.', en: 'If empty, the summary of that page.' },
  }),
  {
    key: 'details',
    kind: 'boolean',
    labels: { es: 'Con domicilio, mapa y horario', en: 'With address, map and opening hours' },
  },
]);

const CALL_TO_ACTION = section(
  'call-to-action',
  { es: 'Llamada a la acción', en: 'Call to action' },
  'lucide:mouse-pointer-click',
  [
    ...headed(),
    ...button('first', { es: 'Botón', en: 'Button' }, { es: 'Adónde lleva el botón', en: 'Where the button leads' }),
  ],
);

/**
 * The sections that pages may be made of, as blocks of the site. What they say of types and groups comes from the configuration. All of
 * their fields may be empty: readers then see what the page, the type or the contact page says.
 */
function sectionBlocks({ contentTypes }: Pick<SiteConfig, 'contentTypes'>): Section[] {
  const faq = contentTypes.find(({ appearsAs }) => appearsAs === 'faq');
  const groups = faq?.fields.find((field) => field.kind === 'choice')?.choices ?? [];
  const types = typesToRead({ contentTypes });
  return [HERO, newest(types), CHOSEN, CHILD_PAGES, questions(groups), CONTACT, CALL_TO_ACTION];
}

/** The configuration with the sections after its own blocks. A block of the file with the key of one takes its place. */
export function withSectionBlocks(config: SiteConfig, change: (text: Localized) => Localized): SiteConfig {
  const own = config.blocks ?? [];
  const sections = sectionBlocks(config).filter(({ key }) => !own.some((block) => block.key === key));
  return { ...config, blocks: [...own, ...sections.map((block) => replaceInBlock(block, change))] };
}

/** Blocks whose sections call types and groups of questions as the configuration has them now. */
export function renameInSections(blocks: SiteBlock[], config: Pick<SiteConfig, 'contentTypes'>): SiteBlock[] {
  const sections = sectionBlocks(config);
  return blocks.map((block) => {
    const own = block.isSection && sections.find(({ key }) => key === block.key);
    if (!own) return block;
    const fields = block.fields.map((field) => {
      const same = own.fields.find(({ key, kind }) => key === field.key && kind === field.kind);
      return field.kind === 'choice' && same?.kind === 'choice' ? { ...field, choices: same.choices } : field;
    });
    return { ...block, fields };
  });
}

/** The blocks that the text of a type may have: sections stand in pages alone. */
export function blocksFor(
  { blocks = [] }: Pick<SiteConfig, 'blocks'>,
  type: Pick<ContentType, 'appearsAs'> | undefined,
) {
  return type?.appearsAs === 'page' ? blocks : blocks.filter(({ isSection }) => !isSection);
}

/** Whether a text has a section of a kind. */
export function hasSection({ content }: RichText, kind: SectionKind): boolean {
  return content.some(({ type, attrs }) => type === 'siteBlock' && attrs?.kind === kind);
}

/** Whether a text has a section. Only those that stand in no other block count. */
export function hasSections({ blocks = [] }: Pick<SiteConfig, 'blocks'>, { content }: RichText): boolean {
  const kinds = new Set<unknown>(blocks.flatMap(({ key, isSection }) => (isSection ? [key] : [])));
  return content.some(({ type, attrs }) => type === 'siteBlock' && kinds.has(attrs?.kind));
}

/** A block with every localized text of its definition replaced. */
export function replaceInBlock(block: SiteBlock, change: (text: Localized) => Localized): SiteBlock {
  const fields = block.fields.map((field) => {
    const texts = { labels: change(field.labels), ...(field.hints && { hints: change(field.hints) }) };
    if (field.kind !== 'choice') return { ...field, ...texts };
    return { ...field, ...texts, choices: field.choices.map((one) => ({ ...one, labels: change(one.labels) })) };
  });
  return { ...block, labels: change(block.labels), fields };
}

import { itemCards } from '#core/content/collections.ts';
import type { ContentType } from '#core/content-types/content-type.ts';
import { getDocuments } from '#core/documents/typed-documents.ts';
import { unitFragment } from '#core/drafts/unit-fragment.ts';
import { titleOf } from '#core/item-cards/create-item-card.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { Check, CheckCode } from '#core/publishing/publish-checks.ts';
import { kilobytes } from '#core/rich-text/rich-text-schema.ts';
import { blockUnitId } from '#core/translation/units.ts';
import { type createPublishingTranslator, itemPaths, type ManagedItem } from '../managed-item/read-managed-item.ts';

/** A formatted check result. */
export interface DescribedCheck {
  severity: Check['severity'];
  /** What it is about, as a sentence. */
  sentence: string;
  /** Link to the place in the text. */
  href: string;
  language: Locale;
  /** Another item concerned. */
  other?: { title: string; href: string };
}

interface Telling {
  t: ReturnType<typeof createPublishingTranslator>;
  locale: Locale;
  type: ContentType;
  /** Address of the item's editor. */
  editorHref: string;
  /** The other items named in checks. */
  named?: readonly NamedItem[];
}

const COUNTED = ['translation-missing', 'translation-stale', 'translation-moved'] as const;

/** Formats check results; units of a translation with the same problem are combined, with the first one's place. */
export function describeChecks(checks: readonly Check[], telling: Telling): DescribedCheck[] {
  const groups = Map.groupBy(checks, (check) =>
    isCounted(check) ? `${check.language} ${check.code}` : JSON.stringify(check),
  );
  return [...groups.values()].flatMap(([check, ...others]) =>
    check ? [describeCheck(check, others.length + 1, telling)] : [],
  );
}

function describeCheck(check: Check, count: number, telling: Telling): DescribedCheck {
  const { t, locale, type, editorHref, named = [] } = telling;
  const {
    severity,
    code,
    language,
    field = '',
    limit = 0,
    bytes = 0,
    target = '',
    targetTitle = target,
    fragment = '',
    kind = '',
  } = check;
  const other = named.find(({ id }) => id === target);
  const title = other?.title ?? targetTitle;
  const sizes = { size: kilobytes(bytes), most: kilobytes(limit) };
  const values = { limit, ...sizes, target, fragment, kind, count, title, field: fieldLabel(type, field, locale, t) };
  const page =
    code === 'unshowable' && field === ''
      ? 'unshowable-page'
      : code === 'heading-missing' && other
        ? 'heading-missing-there'
        : code;
  return {
    severity,
    language,
    sentence: t(`checks.${page}`, values),
    ...(other && { other: { title, href: `${other.href}?${new URLSearchParams({ language })}` } }),
    href: `${editorHref}?${new URLSearchParams({ language })}${placeOf(check)}`,
  };
}

/** The fragment of the place in the editor. */
function placeOf({ block, unit, field }: Check): string {
  if (block !== undefined) return unitFragment(blockUnitId(block));
  const name = unit ?? field;
  return name === undefined ? '' : unitFragment(name);
}

/** What people call a field, a text or the cover. @param field as in `Check` */
export function fieldLabel(
  type: ContentType,
  field: string,
  locale: Locale,
  t: ReturnType<typeof createPublishingTranslator>,
): string {
  const key = field.replace(/^field:/, '');
  const own = type.fields.find((one) => one.key === key);
  if (own) return own.labels[locale] ?? key;
  const fixed = {
    title: 'title',
    slug: 'slug',
    summary: 'summary',
    body: 'body',
    tags: 'tags',
    cover: 'cover',
  } as const;
  const name = fixed[key as keyof typeof fixed];
  return name ? t(`fields.${name}`) : key;
}

function isCounted({ code }: Check): boolean {
  return COUNTED.some((counted) => counted === code);
}

/** Another item named in a check: the target of a link, or the current or former holder of an address. */
interface NamedItem {
  id: string;
  title: string;
  /** Address of its editor. */
  href: string;
}

/** The checks whose target is an item. */
const NAMING: readonly CheckCode[] = [
  'slug-taken',
  'slug-former',
  'topic-gone',
  'link-broken',
  'link-unpublished',
  'link-other-language',
  'heading-missing',
];

/** The existing items named in checks. */
export async function readNamedItems(
  { dependencies, request, t }: Pick<ManagedItem, 'dependencies' | 'request' | 't'>,
  checks: readonly Check[],
): Promise<NamedItem[]> {
  const ids = new Set(checks.flatMap(({ code, target }) => (target && NAMING.includes(code) ? [target] : [])));
  const documents = await getDocuments(
    dependencies.store,
    [...ids].map((itemId) => itemCards.at(itemId)),
  );
  return documents.flatMap((document): NamedItem[] => {
    if (!document) return [];
    const card = document.data;
    const title = titleOf(card, request.locale) || t('untitled');
    return [{ id: card.id, title, href: itemPaths(request, card).editor }];
  });
}

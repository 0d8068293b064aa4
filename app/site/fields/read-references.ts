import type { FieldValues } from '#core/content/item.ts';
import type { FieldDefinition } from '#core/content-types/content-type.ts';
import type { JsonValue } from '#core/documents/document-store.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { PageServices } from '../../context/context.ts';
import { type CardData, cardsData } from '../cards/card-data.ts';
import { type PictureData, readPictures } from '../pictures/picture-data.ts';

/** What fields name. */
export interface FieldReferences {
  /** `undefined` for an item that is not public in the language. */
  card(itemId: string): CardData | undefined;
  /** The type of an item that is public. */
  typeOf(itemId: string): string | undefined;
  picture(id: string): PictureData | undefined;
}

/** Reads the items and pictures that fields name, with one read each. */
export async function readReferences(
  services: PageServices,
  locale: Locale,
  fields: readonly FieldDefinition[],
  values: FieldValues,
): Promise<FieldReferences> {
  const named = fields.flatMap((field) => referencesIn(field, values[field.key]));
  const idsOf = (kind: 'media' | 'relation') => [
    ...new Set(named.flatMap((reference) => (reference.kind === kind ? reference.id : []))),
  ];
  const ids = idsOf('relation');
  const found = ids.length > 0 ? await services.content.cards(locale, ids) : [];
  const [data, pictures] = await Promise.all([
    cardsData(services, locale, found),
    readPictures(services, idsOf('media')),
  ]);
  const cards = new Map(found.map(({ itemId }, index) => [itemId, data[index]]));
  return {
    card: (id) => cards.get(id),
    typeOf: (id) => found.find(({ itemId }) => itemId === id)?.type,
    picture: (id) => pictures.get(id),
  };
}

/** The items and files in the value of a field. */
function referencesIn(
  field: FieldDefinition,
  value: JsonValue | undefined,
): { kind: 'media' | 'relation'; id: string }[] {
  if (field.kind === 'media' || field.kind === 'relation') {
    return typeof value === 'string' ? [{ kind: field.kind, id: value }] : [];
  }
  if (field.kind !== 'list' || !Array.isArray(field.of) || !Array.isArray(value)) return [];
  const { of: members } = field;
  return value.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
    return members.flatMap((member) => referencesIn(member, entry[member.key]));
  });
}

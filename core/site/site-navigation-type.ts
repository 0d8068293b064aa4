import { type FieldDefinition, siteType } from '../content-types/content-type.ts';
import type { Localized } from '../locales/locale.ts';

/** The menus of the site. */
export const SITE_NAVIGATION = 'site-navigation';

/** The member of an entry that says whether it stands below the entry above. */
export const IS_BELOW = 'isBelow';

const target: FieldDefinition = {
  key: 'target',
  kind: 'link',
  localized: false,
  labels: { es: 'Lleva a', en: 'Leads to' },
};

const isBelow: FieldDefinition = {
  key: IS_BELOW,
  kind: 'boolean',
  localized: false,
  labels: { es: 'Va debajo de la entrada anterior', en: 'Stands below the entry above' },
};

/** Maximum characters. Source: Meki's own, as of titles. */
const LABEL = 200;

const label: FieldDefinition = {
  key: 'label',
  kind: 'text',
  localized: true,
  maxLength: LABEL,
  labels: { es: 'Etiqueta propia', en: 'Label of its own' },
};

/** A list of links. @param more members of its entries */
function menu(key: string, labels: Localized, hints: Localized, more: FieldDefinition[] = []): FieldDefinition {
  return { key, kind: 'list', localized: false, labels, hints, of: [target, ...more, label] };
}

/** The site type of the menus: two levels in the header, columns in the footer, and a line below them. */
export const siteNavigation = siteType({
  key: SITE_NAVIGATION,
  name: { es: 'Menús', en: 'Menus' },
  description: {
    es: 'Los enlaces del encabezado, del pie de página y de la línea legal.',
    en: 'The links of the header, of the footer and of the legal line.',
  },
  icon: 'lucide:menu',
  fields: [
    menu(
      'header',
      { es: 'Encabezado', en: 'Header' },
      {
        es: 'En todas las páginas, arriba. Lo que va debajo de una entrada se abre con ella. Sin entradas, queda el menú del sitio.',
        en: 'At the top of all pages. What stands below an entry opens with it. Without entries, the menu of the site stays.',
      },
      [isBelow],
    ),
    menu(
      'footer',
      { es: 'Pie de página', en: 'Footer' },
      {
        es: 'Cada entrada que tiene otras debajo es una columna.',
        en: 'Each entry that has others below is a column.',
      },
      [isBelow],
    ),
    menu(
      'legal',
      { es: 'Línea legal', en: 'Legal line' },
      {
        es: 'Al final de todas las páginas: aviso de privacidad, condiciones.',
        en: 'At the end of all pages: privacy notice, terms.',
      },
    ),
  ],
});

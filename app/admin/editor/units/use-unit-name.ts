import { useTranslations } from 'use-intl';
import type { UnitId } from '#core/content/translation-link.ts';
import { COVER_ALT } from '#core/translation/units.ts';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { useDesk } from '../context/desk-context.tsx';

/** The label of a unit. */
export function useUnitName(): (unit: UnitId) => string {
  const t = useTranslations('editor.translation');
  const { type } = useDesk();
  const { code } = useLocale();
  return (unit) => {
    switch (unit) {
      case 'title':
        return t('unitTitle');
      case 'summary':
        return t('unitSummary');
      case 'seo.title':
        return t('unitSeoTitle');
      case 'seo.description':
        return t('unitSeoDescription');
      case COVER_ALT:
        return t('unitCoverAlt');
      default: {
        const field = type.fields.find(({ key }) => unit === `field:${key}`);
        return field ? (field.labels[code] ?? field.key) : t('block');
      }
    }
  };
}

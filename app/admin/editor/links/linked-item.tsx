import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import { useItemTitle } from './use-item-title.ts';

/** The title of a linked item. */
export function LinkedItem({ id, language }: { id: string; language: Locale }) {
  const t = useTranslations('editor.link');
  const found = useItemTitle(id, language);
  switch (found.kind) {
    case 'found':
      return t('bar', { address: t('item', { title: found.title }) });
    case 'missing':
      return t('gone');
    case 'failed':
      return t('bar', { address: id });
    case 'searching':
      return t('searching');
  }
}

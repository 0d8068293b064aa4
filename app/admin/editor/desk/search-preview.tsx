import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import type { EditedLanguage } from '../context/read-editor.ts';
import { useSharedText } from '../fields/use-shared-value.ts';

/** A preview of the page in search results, which truncate long texts. */
export function SearchPreview({ doc, language }: { doc: Doc; language: EditedLanguage }) {
  const t = useTranslations('editor');
  const title = useSharedText(doc.getText('title'));
  const summary = useSharedText(doc.getText('summary'));
  const slug = useSharedText(doc.getText('slug'));
  const seoTitle = useSharedText(doc.getText('seo.title'));
  const seoDescription = useSharedText(doc.getText('seo.description'));
  return (
    <figure>
      <figcaption className="mb-2 text-fine text-ink-soft">{t('fields.preview')}</figcaption>
      <div lang={language.tag} dir={language.direction} className="rounded-control border border-line bg-raised p-4">
        <p className="truncate text-fine text-ink-soft">
          {language.addressStart + (language.hasSlugInAddress ? slug : '')}
        </p>
        <p className="truncate text-action text-h3">{seoTitle.trim() || title.trim() || t('page.untitled')}</p>
        <p className="line-clamp-2 text-fine">{seoDescription.trim() || summary.trim()}</p>
      </div>
    </figure>
  );
}

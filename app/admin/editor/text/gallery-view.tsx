import { NodeViewContent, type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useContext } from 'react';
import { useTranslations } from 'use-intl';
import addIcon from '~icons/lucide/image-plus';
import removeIcon from '~icons/lucide/trash-2';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle, iconButtonStyle } from '../../../ui/kit/button-style.ts';
import { useDesk } from '../context/desk-context.tsx';
import { removeNode } from './text-editor.ts';
import { TextPictures } from './text-pictures.ts';

/** A gallery in the text: its pictures, and below them what adds to it and removes it. */
export function GalleryView({ node, editor, selected, getPos }: NodeViewProps) {
  const t = useTranslations('editor.gallery');
  const { language, direction } = useLocale();
  const { canUpload } = useDesk();
  const { addToGallery } = useContext(TextPictures);
  return (
    <NodeViewWrapper
      role="group"
      aria-label={t('label')}
      className={`rounded-control border border-line p-2 ${selected ? 'outline-2 outline-focus outline-offset-4' : ''}`}
    >
      <NodeViewContent className="gallery" />
      {editor.isEditable && (
        <div contentEditable={false} lang={language} dir={direction} className="mt-2 flex items-center font-sans">
          {canUpload && (
            <button
              type="button"
              className={`${buttonStyle('quiet')} text-fine`}
              onClick={() => addToGallery(String(node.attrs.key))}
            >
              <Icon icon={addIcon} />
              {t('add')}
            </button>
          )}
          <button
            type="button"
            aria-label={t('remove')}
            className={`ms-auto ${iconButtonStyle}`}
            onClick={() => removeNode(editor, getPos())}
          >
            <Icon icon={removeIcon} />
          </button>
        </div>
      )}
    </NodeViewWrapper>
  );
}

import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useTranslations } from 'use-intl';
import fileIcon from '~icons/lucide/file-text';
import removeIcon from '~icons/lucide/trash-2';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { iconButtonStyle } from '../../../ui/kit/button-style.ts';
import { useDesk } from '../context/desk-context.tsx';
import { removeNode } from './remove-node.ts';
import { factsOf, useFiles } from './use-files.ts';

/** A file in the text: what the library says of it. */
export function FileNodeView({ node, editor, selected, getPos }: NodeViewProps) {
  const t = useTranslations('editor.file');
  const { language, direction } = useLocale();
  const { paths } = useDesk();
  const found = useFiles(`${paths.namedFiles}?ids=${String(node.attrs.media)}`);
  const file = found.kind === 'found' ? found.files[0] : undefined;
  return (
    <NodeViewWrapper
      role="group"
      contentEditable={false}
      lang={language}
      dir={direction}
      aria-label={t('label')}
      className={`my-4 flex items-center gap-3 rounded-control border border-line bg-sunken px-3 py-1 font-sans text-base leading-normal ${selected ? 'outline-2 outline-focus outline-offset-4' : ''}`}
    >
      <Icon icon={fileIcon} className="shrink-0 text-[1.25rem] text-ink-soft" data-drag-handle="" />
      <span className="min-w-0 grow py-1.5">
        <bdi className="block break-words font-medium">{file ? file.title : t(`states.${found.kind}`)}</bdi>
        {file && (
          <span className="block text-fine text-ink-soft">{factsOf(file, (count) => t('pages', { count }))}</span>
        )}
      </span>
      {editor.isEditable && (
        <button
          type="button"
          aria-label={file ? t('removeNamed', { name: file.title }) : t('remove')}
          className={iconButtonStyle}
          onClick={() => removeNode(editor, getPos())}
        >
          <Icon icon={removeIcon} />
        </button>
      )}
    </NodeViewWrapper>
  );
}

import { NodeViewContent, type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { createContext, useContext, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import fileIcon from '~icons/lucide/file-text';
import addIcon from '~icons/lucide/image-plus';
import removeIcon from '~icons/lucide/trash-2';
import { useLiveEvent } from '../../../data/live/live-context.tsx';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle, iconButtonStyle } from '../../../ui/kit/button-style.ts';
import { fetchJson } from '../../fetch-json.ts';
import type { FoundFile } from '../../files/choose/named-route.ts';
import { useDesk } from '../context/desk-context.tsx';
import { removeNode } from './text-editor.ts';

/** What the pictures of a text know of the text. */
export const TextPictures = createContext<{
  /** The language of the text; missing outside of one. */
  language?: Locale;
  /** Lets the person choose pictures for the gallery with a key. */
  addToGallery(key: string): void;
}>({ addToGallery: () => {} });

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

type FilesFound = { kind: 'loading' | 'failed' } | { kind: 'found'; files: FoundFile[] };

/** Asks what files are, and again when files of the site change. @param address of the question */
function useFiles(address: string): FilesFound {
  const [found, setFound] = useState<FilesFound>({ kind: 'loading' });
  const revision = useLiveEvent('files')?.revision;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision asks again
  useEffect(() => {
    let isLeft = false;
    void fetchJson<{ files: FoundFile[] }>(address).then((answer) => {
      if (!isLeft) setFound('data' in answer ? { kind: 'found', files: answer.data.files } : { kind: 'failed' });
    });
    return () => {
      isLeft = true;
    };
  }, [address, revision]);
  return found;
}

/** `PDF · 1.2 MB · 12` @param pages says a number of pages */
function factsOf({ format, size, pages, duration }: FoundFile, say: (count: number) => string): string {
  return [format, size, pages !== undefined && say(pages), duration].filter(Boolean).join(' · ');
}

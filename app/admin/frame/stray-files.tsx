import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useToasts } from '../../ui/kit/toasts/toaster.tsx';

/**
 * Keeps the browser from opening a dropped file or link in the window, over what somebody is writing, and says where files go.
 * Texts and fields of files take what is dropped on them.
 */
export function StrayFiles() {
  const t = useTranslations('admin.frame.strayFile');
  const toasts = useToasts();
  const tell = useEffectEvent(() => toasts.add({ tone: 'warning', title: t('title'), description: t('how') }));
  useEffect(() => {
    function keepOut(event: DragEvent) {
      const { dataTransfer, target } = event;
      if (event.defaultPrevented || !dataTransfer || !(target instanceof Element)) return;
      const hasFiles = dataTransfer.types.includes('Files');
      if (!hasFiles && !dataTransfer.types.includes('text/uri-list')) return;
      if (target.closest(hasFiles ? 'input[type=file]' : 'input, textarea, [contenteditable=true]')) return;
      event.preventDefault();
      if (event.type === 'drop' && dataTransfer.files.length > 0) tell();
    }
    // Without the first, the browser opens the file and tells the page nothing.
    window.addEventListener('dragover', keepOut);
    window.addEventListener('drop', keepOut);
    return () => {
      window.removeEventListener('dragover', keepOut);
      window.removeEventListener('drop', keepOut);
    };
  }, []);
  return null;
}

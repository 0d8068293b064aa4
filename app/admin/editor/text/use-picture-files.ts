import type { ResolvedPos } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { useTranslations } from 'use-intl';
import { useToasts } from '../../../ui/kit/toasts/toaster.tsx';
import { useDesk } from '../context/desk-context.tsx';
import { useSendPicture } from '../pictures/use-send-picture.ts';
import { gapAt, insertPicture } from './insert-picture.ts';

interface PictureFiles {
  isSending: boolean;
  /** @returns whether there were files, which are then handled: others than pictures are refused by name */
  take(view: EditorView, data: DataTransfer | null, $at: ResolvedPos): boolean;
}

/** Uploads pictures that are pasted or dropped into a text, one after another, and inserts each where it was dropped. */
export function usePictureFiles(): PictureFiles {
  const t = useTranslations('editor.picture');
  const { canUpload } = useDesk();
  const toasts = useToasts();
  const { isSending, send } = useSendPicture();

  async function sendAll(view: EditorView, files: readonly File[], $at: ResolvedPos): Promise<void> {
    let gap = gapAt($at);
    let { selection } = view.state;
    for (const file of files) {
      const answer = await send(file);
      if (!answer || view.isDestroyed) return;
      if (!answer.ok) {
        toasts.add({ tone: 'error', title: answer.problem });
        continue;
      }
      const { tr } = view.state;
      // If the person has moved the caret meanwhile, it stays.
      const takesCaret = view.state.selection.eq(selection);
      gap = insertPicture(tr, { media: answer.media, alt: null, caption: null }, gap, { takesCaret });
      view.dispatch(tr);
      if (takesCaret) ({ selection } = view.state);
    }
  }

  return {
    isSending,
    take(view, data, $at) {
      const files = [...(data?.files ?? [])];
      // Word adds an image of the copied text to the clipboard.
      if (files.length === 0 || data?.types.includes('text/html')) return false;
      if (!canUpload) {
        toasts.add({ tone: 'warning', title: t('forbidden') });
        return true;
      }
      const isPicture = ({ type }: File) => type.startsWith('image/');
      for (const { name } of files.filter((file) => !isPicture(file))) {
        toasts.add({ tone: 'error', title: t('wrongType', { name }) });
      }
      void sendAll(view, files.filter(isPicture), $at);
      return true;
    },
  };
}

/** The position of a drop; if it is not in the text, after the selection. */
export function dropPosition(view: EditorView, { clientX, clientY }: DragEvent): ResolvedPos {
  const found = view.posAtCoords({ left: clientX, top: clientY });
  return found ? view.state.doc.resolve(found.pos) : view.state.selection.$to;
}

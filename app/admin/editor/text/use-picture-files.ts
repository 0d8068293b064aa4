import type { ResolvedPos } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useToasts } from '../../../ui/kit/toasts/toaster.tsx';
import { useDesk } from '../context/desk-context.tsx';
import { isPicture, useSendPicture } from '../pictures/send-picture.ts';
import { addToGallery, gapAt, insertAtom, insertPicture } from './insert-picture.ts';

export interface PictureFiles {
  /** Which of how many files is being uploaded, counted from 1. */
  progress: { number: number; total: number } | undefined;
  /** @returns whether there were files, which are then handled: in a gallery, others than pictures are refused by name */
  take(view: EditorView, data: DataTransfer | null, $at: ResolvedPos): boolean;
}

/**
 * Uploads files that are pasted or dropped into a text, one after another, and inserts each there: a picture as one, any other as a
 * file that readers can open or save. What fails is named with its reason once the others are done.
 */
export function usePictureFiles(): PictureFiles {
  const t = useTranslations('editor.picture');
  const { canUpload } = useDesk();
  const toasts = useToasts();
  const send = useSendPicture();
  const [uploads, setUploads] = useState({ done: 0, total: 0 });

  /** Starts again from 0 once all are done; files that are dropped meanwhile are added to those at work. */
  function count(added: { done?: number; total?: number }): void {
    setUploads((before) => {
      const done = before.done + (added.done ?? 0);
      const total = before.total + (added.total ?? 0);
      return done === total ? { done: 0, total: 0 } : { done, total };
    });
  }

  /** @returns the problems of those that failed */
  async function sendAll(
    view: EditorView,
    files: readonly File[],
    $at: ResolvedPos,
    gallery: string | undefined,
  ): Promise<string[]> {
    let gap = gapAt($at);
    let { selection } = view.state;
    const problems: string[] = [];
    count({ total: files.length });
    for (const [index, file] of files.entries()) {
      const answer = await send(file);
      if (!answer || view.isDestroyed) {
        count({ done: files.length - index });
        break;
      }
      count({ done: 1 });
      if (!answer.ok) {
        problems.push(answer.problem.includes(file.name) ? answer.problem : `${file.name}: ${answer.problem}`);
        continue;
      }
      if (answer.kind === 'captions') {
        problems.push(t('captionsAlone', { name: file.name }));
        continue;
      }
      const { tr } = view.state;
      // If the person has moved the caret meanwhile, it stays.
      const takesCaret = view.state.selection.eq(selection);
      const { media, kind } = answer;
      if (kind !== 'picture') gap = [...gap, insertAtom(tr, 'file', { media }, gap, { takesCaret })];
      else if (gallery === undefined) gap = insertPicture(tr, media, gap, { takesCaret });
      else gap = addToGallery(tr, gallery, media, gap, { takesCaret });
      view.dispatch(tr);
      if (takesCaret) ({ selection } = view.state);
    }
    return problems;
  }

  async function takeAll(view: EditorView, files: readonly File[], $at: ResolvedPos, gallery?: string): Promise<void> {
    const fits = (file: File) => gallery === undefined || isPicture(file);
    const others = files.filter((file) => !fits(file)).map(({ name }) => t('wrongType', { name }));
    const problems = [...others, ...(await sendAll(view, files.filter(fits), $at, gallery))];
    const [problem] = problems;
    if (problems.length === 1 && problem !== undefined) toasts.add({ tone: 'error', title: problem });
    if (problems.length < 2) return;
    const title = t('notUploaded', { count: problems.length, total: files.length });
    // Too much to read within the time of a toast.
    toasts.add({ tone: 'error', title, description: problems.join('\n'), duration: Number.POSITIVE_INFINITY });
  }

  return {
    progress: uploads.total > 0 ? { number: uploads.done + 1, total: uploads.total } : undefined,
    take(view, data, $at) {
      const files = [...(data?.files ?? [])];
      // Word adds an image of the copied text to the clipboard.
      if (files.length === 0 || data?.types.includes('text/html')) return false;
      if (canUpload) void takeAll(view, files, $at, galleryAt($at));
      else toasts.add({ tone: 'warning', title: t('forbidden') });
      return true;
    },
  };
}

/** The key of the gallery around a position. */
function galleryAt({ parent }: ResolvedPos): string | undefined {
  return parent.type.name === 'gallery' ? String(parent.attrs.key) : undefined;
}

/** The position of a drop; if it is not in the text, after the selection. */
export function dropPosition(view: EditorView, { clientX, clientY }: DragEvent): ResolvedPos {
  const found = view.posAtCoords({ left: clientX, top: clientY });
  return found ? view.state.doc.resolve(found.pos) : view.state.selection.$to;
}

import type { Editor } from '@tiptap/core';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../../ui/kit/dialog.tsx';
import { PictureFileField } from '../pictures/picture-file-field.tsx';
import { gapAt, insertPicture } from './insert-picture.ts';

interface PictureDialogProps {
  editor: Editor;
  open: boolean;
  onClose: () => void;
}

/** Chooses a picture to insert after the block at the caret. */
export function PictureDialog({ editor, open, onClose }: PictureDialogProps) {
  const t = useTranslations('editor.picture');
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('insert')}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        editor.commands.focus();
      }}
    >
      <PictureFileField
        onSent={(media) => {
          const { tr, selection } = editor.state;
          insertPicture(tr, { media, alt: null, caption: null, width: null }, gapAt(selection.$to), {
            takesCaret: true,
          });
          editor.view.dispatch(tr);
          onClose();
        }}
      />
    </Dialog>
  );
}

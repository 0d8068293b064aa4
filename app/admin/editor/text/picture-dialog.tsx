import type { Editor } from '@tiptap/core';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../../ui/kit/dialog.tsx';
import { PictureFileField } from '../pictures/picture-file-field.tsx';

interface PictureDialogProps {
  editor: Editor;
  open: boolean;
  onClose: () => void;
}

/** Chooses a picture for the place of the caret. */
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
          editor.commands.insertPicture({ media, alt: null, caption: null });
          onClose();
        }}
      />
    </Dialog>
  );
}

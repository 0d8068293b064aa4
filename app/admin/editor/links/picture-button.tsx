import { useState } from 'react';
import { useTranslations } from 'use-intl';
import pictureIcon from '~icons/lucide/image';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { ChooseFiles, PICTURES } from '../../files/choose/choose-files.tsx';
import { useDesk } from '../context/desk-context.tsx';

/** Opens the library to choose the picture of a field. @param label of the field */
export function PictureButton({ label, onChoose }: { label: string; onChoose: (id: string) => void }) {
  const t = useTranslations('editor.picture');
  const { paths, item } = useDesk();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <button type="button" className={buttonStyle('plain')} onClick={() => setOpen(true)}>
        <Icon icon={pictureIcon} />
        {t('choose')}
      </button>
      <ChooseFiles
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('chooseFor', { field: label })}
        path={paths.files}
        kinds={PICTURES}
        item={item.id}
        onChoose={([id]) => {
          if (id !== undefined) onChoose(id);
          setOpen(false);
        }}
      />
    </div>
  );
}

import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import pictureIcon from '~icons/lucide/image';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { FieldErrors } from '../../../ui/kit/forms/field.tsx';
import { ChooseFiles, PICTURES } from '../../files/choose/choose-files.tsx';
import { useDesk } from '../context/desk-context.tsx';

interface MediaFieldProps {
  label: string;
  hint?: string | undefined;
  errors?: string[];
  value: unknown;
  canEdit: boolean;
  onWrite: (value: string | undefined) => void;
}

/** A picture of the library. */
export function MediaField({ label, hint, errors, value, canEdit, onWrite }: MediaFieldProps) {
  const t = useTranslations('editor.fields');
  const group = useRef<HTMLFieldSetElement>(null);
  const errorId = useId();
  const isSet = typeof value === 'string';
  return (
    <fieldset ref={group} tabIndex={-1} aria-describedby={errors?.length ? errorId : undefined}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      {hint && <p className="-mt-1 mb-2 text-fine text-ink-soft">{hint}</p>}
      {isSet && (
        <div className="mb-3 flex items-end gap-3">
          <img
            src={`/files/${value}/320.webp`}
            alt=""
            className="aspect-video w-40 rounded-control bg-sunken object-contain"
          />
          {canEdit && (
            <button
              type="button"
              className={buttonStyle('quiet')}
              onClick={() => {
                onWrite(undefined);
                group.current?.focus();
              }}
            >
              {t('clear')}
            </button>
          )}
        </div>
      )}
      {!isSet && !canEdit && <p className="text-ink-soft">{t('none')}</p>}
      {canEdit && <PictureButton label={label} onChoose={onWrite} />}
      <FieldErrors id={errorId} errors={errors} />
    </fieldset>
  );
}

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

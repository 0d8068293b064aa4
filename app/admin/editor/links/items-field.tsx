import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { linkToItem } from '#core/rich-text/link-target.ts';
import { mostItems } from '#core/site-blocks/read-site-block.ts';
import { itemsOf } from '#core/site-blocks/site-block.ts';
import downIcon from '~icons/lucide/arrow-down';
import upIcon from '~icons/lucide/arrow-up';
import removeIcon from '~icons/lucide/trash-2';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle, iconButtonStyle } from '../../../ui/kit/button-style.ts';
import { Dialog } from '../../../ui/kit/dialog.tsx';
import { FieldErrors } from '../../../ui/kit/forms/field.tsx';
import { LinkTitle } from './link-field.tsx';
import { LinkPicker } from './link-picker.tsx';

interface ItemsFieldProps {
  field: { most?: number };
  label: string;
  errors: string[];
  value: unknown;
  canEdit: boolean;
  onWrite: (value: string | undefined) => void;
}

/** Items in their order: chosen by a search, moved and removed by buttons. */
export function ItemsField({ field, label, errors, value, canEdit, onWrite }: ItemsFieldProps) {
  const t = useTranslations('editor.items');
  const { code } = useLocale();
  const [open, setOpen] = useState(false);
  const errorId = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const ids = itemsOf(value);
  const most = mostItems(field);
  const write = (next: readonly string[]) => onWrite(next.length > 0 ? next.map(linkToItem).join(' ') : undefined);
  const move = (from: number, to: number) => write(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? ''));
  const button = (label: string, icon: Parameters<typeof Icon>[0]['icon'], isDisabled: boolean, press: () => void) => (
    <button type="button" aria-label={label} disabled={isDisabled} className={iconButtonStyle} onClick={press}>
      <Icon icon={icon} />
    </button>
  );
  return (
    <fieldset aria-describedby={errors.length > 0 ? errorId : undefined}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      {ids.length > 0 && (
        <ol className="m-0 mb-2 list-none divide-y divide-line rounded-control border border-line bg-raised p-0">
          {ids.map((id, index) => (
            <li key={id} className="m-0 flex flex-wrap items-center gap-x-1 ps-3">
              <div className="min-w-32 grow py-2">
                <LinkTitle value={linkToItem(id)} />
              </div>
              {canEdit && (
                <span className="ms-auto flex">
                  {button(t('up', { number: index + 1 }), upIcon, index === 0, () => move(index, index - 1))}
                  {button(t('down', { number: index + 1 }), downIcon, index === ids.length - 1, () =>
                    move(index, index + 1),
                  )}
                  {button(t('remove', { number: index + 1 }), removeIcon, false, () => {
                    write(ids.toSpliced(index, 1));
                    addButton.current?.focus();
                  })}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {canEdit && (
        <button
          ref={addButton}
          type="button"
          aria-disabled={ids.length >= most}
          className={buttonStyle('plain')}
          onClick={() => ids.length < most && setOpen(true)}
        >
          {ids.length < most ? t('add') : t('full', { most })}
        </button>
      )}
      <FieldErrors id={errorId} errors={errors} />
      <Dialog open={open} onOpenChange={setOpen} title={label}>
        <LinkPicker
          language={code}
          onlyItems
          onChoose={(_href, target) => {
            if (target && !ids.includes(target.id)) write([...ids, target.id]);
            setOpen(false);
          }}
        />
      </Dialog>
    </fieldset>
  );
}

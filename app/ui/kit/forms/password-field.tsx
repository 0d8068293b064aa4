import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import capsLockIcon from '~icons/lucide/arrow-big-up-dash';
import showIcon from '~icons/lucide/eye';
import hideIcon from '~icons/lucide/eye-off';
import { Icon } from '../../icon.tsx';
import { iconButtonStyle } from '../button-style.ts';
import { Field, type FieldProps, inputStyle, useFieldIds } from './field.tsx';

type PasswordFieldProps = FieldProps &
  Omit<
    ComponentProps<'input'>,
    'className' | 'type' | 'value' | 'defaultValue' | 'aria-describedby' | 'aria-invalid'
  > & {
    name: string;
    /** `current-password` for signing in, `new-password` for a new one. */
    autoComplete: 'current-password' | 'new-password';
    /** Describes the strength of the password in the reader's language, while typing; none if missing. */
    describeStrength?: (password: string) => string;
  };

/** A password field with a reveal button and a Caps Lock warning. Never prefilled after a submission. */
export function PasswordField(props: PasswordFieldProps) {
  const { key } = useLocation();
  return <EmptyPasswordField key={key} {...props} />;
}

function EmptyPasswordField({ label, hint, errors, id, describeStrength, ...input }: PasswordFieldProps) {
  const t = useTranslations('kit');
  const statusId = useId();
  const control = useRef<HTMLInputElement>(null);
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [strength, setStrength] = useState('');
  const ids = useFieldIds(id, { label, hint, errors }, statusId);
  useHiddenOnSubmit(control, () => setVisible(false));
  return (
    <Field label={label} hint={hint} errors={errors} ids={ids}>
      <div className="relative">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...ids.aria}
          ref={control}
          type={visible ? 'text' : 'password'}
          className={`${inputStyle} pe-12 noscript:pe-3.5`}
          onKeyDown={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          onBlur={() => setCapsLock(false)}
          onInput={({ currentTarget: { value } }) => setStrength(value ? (describeStrength?.(value) ?? '') : '')}
        />
        <button
          type="button"
          aria-label={t('showPassword')}
          aria-pressed={visible}
          aria-controls={ids.id}
          onClick={() => setVisible(!visible)}
          className={`absolute end-0 top-0 noscript:hidden ${iconButtonStyle}`}
        >
          <Icon icon={visible ? hideIcon : showIcon} />
        </button>
      </div>
      <div id={statusId} role="status" className="text-fine text-ink-soft">
        {strength && <p className="mt-2">{strength}</p>}
        {capsLock && (
          <p className="mt-2 flex items-center gap-2 text-warning">
            <Icon icon={capsLockIcon} className="text-[1.125rem]" />
            {t('capsLock')}
          </p>
        )}
      </div>
    </Field>
  );
}

/** Password managers recognize a password by the field's type on submission. */
function useHiddenOnSubmit(control: { current: HTMLInputElement | null }, hide: () => void) {
  const hideNow = useRef(hide);
  hideNow.current = hide;
  useEffect(() => {
    const form = control.current?.form;
    const onSubmit = () => hideNow.current();
    form?.addEventListener('submit', onSubmit);
    return () => form?.removeEventListener('submit', onSubmit);
  }, [control]);
}

import searchIcon from '~icons/lucide/search';
import { Icon } from '../ui/icon.tsx';
import { type FieldProps, TextField } from '../ui/kit/forms/field.tsx';
import { SubmitButton } from '../ui/kit/forms/submit-button.tsx';

interface SearchFieldProps extends FieldProps {
  name: string;
  defaultValue: string;
  /** The words of the button; on a phone its icon alone is shown. */
  submit: string;
  placeholder?: string;
  required?: boolean;
  onChange?: (words: string) => void;
}

/** The words of a search and the button that starts it. */
export function SearchField({ submit, onChange, ...field }: SearchFieldProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <TextField
        {...field}
        onChange={({ target }) => onChange?.(target.value)}
        id={field.name}
        type="search"
        maxLength={200}
        autoComplete="off"
      />
      <SubmitButton tone="plain" pending={false}>
        <Icon icon={searchIcon} />
        <span className="max-sm:sr-only">{submit}</span>
      </SubmitButton>
    </div>
  );
}

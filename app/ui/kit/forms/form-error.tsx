import errorIcon from '~icons/lucide/circle-alert';
import { Icon } from '../../icon.tsx';
import { useTakesFocus } from '../use-takes-focus.ts';

interface FormErrorProps {
  /** What is wrong with the form as a whole, as sentences. Nothing is shown when missing or empty. */
  errors: readonly string[] | undefined;
  /** What is wrong with single fields; each leads to its field. */
  fields?: readonly { id: string; message: string }[];
  /** The answer that brought the errors: a new one takes the focus again, even with the same words. */
  answer?: unknown;
}

/** Says above a form why it was not accepted, and takes the focus, so that everybody notices. */
export function FormError({ errors = [], fields = [], answer }: FormErrorProps) {
  const shown = errors.length + fields.length > 0;
  const takesFocus = useTakesFocus<HTMLDivElement>(
    answer,
    [...errors, ...fields.map(({ message }) => message)].join('\n'),
  );
  if (!shown) return null;
  return (
    <div
      {...takesFocus}
      role="alert"
      className="flex gap-3 rounded-card border border-danger bg-raised p-4 focus:outline-3 focus:outline-danger"
    >
      <Icon icon={errorIcon} className="mt-[0.15em] text-[1.25rem] text-danger" />
      <div>
        {errors.map((error) => (
          <p key={error} className="font-medium">
            {error}
          </p>
        ))}
        {fields.length > 0 && (
          <ul className="mt-1">
            {fields.map(({ id, message }) => (
              <li key={id}>
                <a href={`#${id}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
                  {message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

import errorIcon from '~icons/lucide/circle-alert';
import { Icon } from '../../icon.tsx';
import { useTakesFocus } from '../focus-when-rendered.ts';

interface FormErrorProps {
  /** Form-level error messages. Nothing is rendered if missing or empty. */
  errors: readonly string[] | undefined;
  /** Field-level error messages, as links to the fields. */
  fields?: readonly { id: string; message: string }[];
  /** The response with the errors: a new one takes the focus again, even with the same text. */
  answer?: unknown;
}

/** Shows above a form why it was not accepted, and takes the focus, so that it is noticed. */
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

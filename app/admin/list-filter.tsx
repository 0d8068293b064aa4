import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useSubmit } from 'react-router';
import filterIcon from '~icons/lucide/sliders-horizontal';
import { reportUnsent } from '../navigation/send-client-action.ts';
import { Icon } from '../ui/icon.tsx';
import { buttonStyle } from '../ui/kit/button-style.ts';
import { DisclosureMark } from '../ui/kit/disclosure-mark.tsx';
import { SubmitButton } from '../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { SearchField } from './search-field.tsx';
import { useFilledForm } from './use-filled-form.ts';

/** Debounce of the search field in milliseconds. */
const PAUSE = 250;

interface ListFilterProps {
  /** Path of the list. */
  path: string;
  /** The values of the fields by name; the same object until one of them changes. */
  values: Parameters<typeof useFilledForm>[0];
  /** Words of the search field, by the name `q`. */
  q: string;
  /** What the address says besides, as hidden fields. */
  hidden: { [name: string]: string };
  words: {
    search: string;
    searchHint: string;
    searchPlaceholder: string;
    submit: string;
    filters: string;
    apply: string;
    clear: string;
  };
  /** Whether a filter is active, which shows all of them. */
  hasChoice: boolean;
  /** The list without filters; `undefined` if there are none. */
  clearHref: string | undefined;
  className: string;
  /** Takes the values instead of a navigation, where the list is not a page. */
  onSend?: ((values: URLSearchParams) => void) | undefined;
  /** The filters. @param send applies them at once */
  children: (send: () => void) => ReactNode;
}

/** The search and the filters of a list. The address can be bookmarked and shared; with script, filters apply on change. */
export function ListFilter(props: ListFilterProps) {
  const { path, values, q, hidden, words, hasChoice, clearHref, className, onSend, children } = props;
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const form = useFilledForm(values, send);
  useEffect(() => () => clearTimeout(timer.current), []);
  function send(pause = 0) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (onSend) onSend(valuesOf(form.current));
      else if (!navigator.onLine) reportUnsent();
      else void submit(valuesOf(form.current), { action: path, replace: true, preventScrollReset: true });
    }, pause);
  }
  // Opened by an active filter; not closed when filters are removed.
  const [isOpen, setOpen] = useState(hasChoice);
  useEffect(() => {
    if (hasChoice) setOpen(true);
  }, [hasChoice]);
  return (
    <Form
      ref={form}
      method="get"
      action={path}
      role="search"
      className={`relative ${className}`}
      onSubmit={(event) => {
        // The list may be in a dialog of a form.
        if (onSend) event.stopPropagation();
        event.preventDefault();
        send();
      }}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {/* At its end is the button of the filters, which are below. */}
      <div className="pe-13 sm:max-w-3xl sm:pe-36">
        <SearchField
          name="q"
          label={words.search}
          hidesLabel
          hint={words.searchHint}
          placeholder={words.searchPlaceholder}
          defaultValue={q}
          onChange={() => send(PAUSE)}
          submit={words.submit}
        />
      </div>
      <details className="group" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="absolute end-0 top-0 flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control font-medium text-action hover:bg-tint sm:start-[calc(min(100%,48rem)-8.5rem)] sm:end-auto sm:w-34">
          <Icon icon={filterIcon} className="max-sm:text-[1.25rem]" />
          <span className="max-sm:sr-only">{words.filters}</span>
          <span className="max-sm:hidden">
            <DisclosureMark />
          </span>
        </summary>
        {children(() => send())}
        <div className="mt-1 flex flex-wrap gap-3">
          <div className="hidden noscript:block">
            <SubmitButton tone="plain" pending={false}>
              {words.apply}
            </SubmitButton>
          </div>
          {clearHref && !onSend && (
            <SiteLink to={clearHref} className={buttonStyle('quiet')}>
              {words.clear}
            </SiteLink>
          )}
          {clearHref && onSend && (
            <button type="button" className={buttonStyle('quiet')} onClick={() => onSend(new URLSearchParams())}>
              {words.clear}
            </button>
          )}
        </div>
      </details>
    </Form>
  );
}

/** What the form says; an address does not have what is empty. */
function valuesOf(form: HTMLFormElement | null): URLSearchParams {
  const entries = form ? [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]) : [];
  return new URLSearchParams(entries.filter(([, value]) => value !== ''));
}

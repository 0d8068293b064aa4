export type ButtonTone = 'action' | 'plain' | 'quiet' | 'danger';

const SHARED =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 font-semibold disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-progress';

const TONES: { [tone in ButtonTone]: string } = {
  action: 'bg-action text-on-action hover:bg-action-strong active:bg-action-strong',
  plain: 'border border-line-strong bg-raised text-ink hover:bg-tint active:bg-sunken',
  quiet: 'text-ink-soft hover:bg-sunken hover:text-ink active:bg-tint',
  danger: 'border border-danger text-danger hover:bg-danger hover:text-surface active:bg-danger active:text-surface',
};

/** The classes of a button, or of a link that looks like one: at least 44 px high. */
export function buttonStyle(tone: ButtonTone = 'plain'): string {
  return `${SHARED} ${TONES[tone]}`;
}

/** A button with an icon and a label, which is visually hidden in a narrow container (`@max-4xl:sr-only`). */
export function toolButtonStyle(tone: ButtonTone = 'plain'): string {
  return `${buttonStyle(tone)} @max-4xl:size-11 @max-4xl:shrink-0 @max-4xl:px-0 @max-4xl:text-[1.125rem]`;
}

/** The classes of a square icon button; it needs an `aria-label`. */
export const iconButtonStyle =
  'grid size-11 shrink-0 place-items-center rounded-control text-[1.25rem] text-ink-soft hover:bg-sunken hover:text-ink active:bg-tint data-[state=open]:bg-sunken';

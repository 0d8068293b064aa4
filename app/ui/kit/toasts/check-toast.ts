import { TOAST_DURATION, type Toast, type ToastOptions } from './toast.ts';

/** Said before every toast to screen readers when a provider gets no usable label. Source: docs/seed-coverage.md §9. */
const DEFAULT_TOAST_LABEL = 'Notification';

/** Receives a sentence for the developer; may throw it. */
export type Report = (message: string) => void;

/** The options with every default filled in, and without what cannot be shown. Each fault is reported. */
export function checkToast(id: string, options: ToastOptions, report: Report): Omit<Toast, 'round'> {
  const { title, description, action, tone = 'info', type = 'foreground', duration = TOAST_DURATION } = options;
  const titled = isFilled(title);
  if (!titled) report('Invalid prop `title` supplied to `Toast`. Expected non-empty `string`.');
  const typed = type === 'foreground' || type === 'background';
  if (!typed) report('Invalid prop `type` supplied to `Toast`. Expected `foreground | background`.');
  const timed = duration > 0;
  if (!timed) report('Invalid prop `duration` supplied to `Toast`. Expected milliseconds above 0, or `Infinity`.');
  const actionable = !action || isFilled(action.altText);
  if (!actionable) report('Invalid prop `altText` supplied to `ToastAction`. Expected non-empty `string`.');
  return {
    id,
    open: true,
    title: titled ? title : DEFAULT_TOAST_LABEL,
    tone,
    type: typed ? type : 'foreground',
    duration: timed ? duration : TOAST_DURATION,
    ...(description && { description }),
    ...(action && actionable && { action }),
  };
}

/** The label that screen readers hear before a toast; the default one in place of an empty one, which is reported. */
export function checkToastLabel(label: string, report: Report): string {
  if (isFilled(label)) return label;
  report('Invalid prop `label` supplied to `ToastProvider`. Expected non-empty `string`.');
  return DEFAULT_TOAST_LABEL;
}

/** Callers in plain JavaScript may pass anything. */
function isFilled(text: unknown): boolean {
  return typeof text === 'string' && text.trim() !== '';
}

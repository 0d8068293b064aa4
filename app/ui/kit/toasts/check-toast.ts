import { TOAST_DURATION, type Toast, type ToastOptions } from './toast.ts';

/** Announced before every toast if a provider has no valid label. Source: docs/seed-coverage.md §9. */
const DEFAULT_TOAST_LABEL = 'Notification';

/** Receives a message for developers; may throw it. */
export type Report = (message: string) => void;

/** Fills in defaults and removes invalid options. Reports each problem. */
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

/** The label announced before a toast; an empty one is reported and replaced by the default. */
export function checkToastLabel(label: string, report: Report): string {
  if (isFilled(label)) return label;
  report('Invalid prop `label` supplied to `ToastProvider`. Expected non-empty `string`.');
  return DEFAULT_TOAST_LABEL;
}

/** Callers in plain JavaScript may pass anything. */
function isFilled(text: unknown): boolean {
  return typeof text === 'string' && text.trim() !== '';
}

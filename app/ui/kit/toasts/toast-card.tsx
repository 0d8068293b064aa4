import { Toast as RadixToast } from 'radix-ui';
import { useTranslations } from 'use-intl';
import errorIcon from '~icons/lucide/circle-alert';
import successIcon from '~icons/lucide/circle-check';
import infoIcon from '~icons/lucide/info';
import warningIcon from '~icons/lucide/triangle-alert';
import closeIcon from '~icons/lucide/x';
import { Icon } from '../../icon.tsx';
import { buttonStyle, iconButtonStyle } from '../button-style.ts';
import type { Toast, ToastTone } from './toast.ts';

const TONES: { [tone in ToastTone]: { icon: typeof infoIcon; color: string; edge: string } } = {
  info: { icon: infoIcon, color: 'text-action', edge: 'border-s-action' },
  success: { icon: successIcon, color: 'text-success', edge: 'border-s-success' },
  warning: { icon: warningIcon, color: 'text-warning', edge: 'border-s-warning' },
  error: { icon: errorIcon, color: 'text-danger', edge: 'border-s-danger' },
};

/** One toast. Radix handles the timer, pausing, swipes and Escape; the tone is announced before the title. */
export function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const t = useTranslations('kit.toast');
  const { title, description, action } = toast;
  const { icon, color, edge } = TONES[toast.tone];
  return (
    <RadixToast.Root
      open={toast.open}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      type={toast.type}
      duration={toast.duration}
      className={`toast-motion flex items-start gap-3 rounded-card border border-line border-s-4 ${edge} bg-raised py-2 ps-4 pe-2 text-ink shadow-lg`}
    >
      <Icon icon={icon} className={`mt-[0.7rem] text-[1.25rem] ${color}`} />
      <div className="min-w-0 grow py-2">
        <RadixToast.Title className="font-semibold leading-snug">
          <span className="sr-only">{t(toast.tone)} </span>
          {title}
        </RadixToast.Title>
        {description && (
          <RadixToast.Description className="mt-0.5 max-h-[50dvh] overflow-y-auto whitespace-pre-line wrap-break-word text-fine text-ink-soft">{` ${description}`}</RadixToast.Description>
        )}
        {action && (
          <RadixToast.Action
            altText={action.altText}
            onClick={action.onAction}
            className={`mt-2 ${buttonStyle('plain')}`}
          >
            {action.label}
          </RadixToast.Action>
        )}
      </div>
      <RadixToast.Close aria-label={t('close')} className={iconButtonStyle}>
        <Icon icon={closeIcon} />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

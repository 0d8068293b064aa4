import type { ReactNode } from 'react';
import type { ButtonTone } from '../../ui/kit/button-style.ts';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { useIsSending } from './panel-form.tsx';
import type { PublishingIntent } from './publishing-answer.ts';

interface PanelButtonProps {
  intent: PublishingIntent;
  tone?: ButtonTone;
  className?: string;
  children: ReactNode;
}

/** A submit button of the panel, which shows that its form is being sent. */
export function PanelButton({ intent, tone = 'plain', className = '', children }: PanelButtonProps) {
  return (
    <SubmitButton name="intent" value={intent} tone={tone} pending={useIsSending(intent)} className={className}>
      {children}
    </SubmitButton>
  );
}

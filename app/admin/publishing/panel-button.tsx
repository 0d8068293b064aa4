import type { ReactNode } from 'react';
import type { ButtonTone } from '../../ui/kit/button-style.ts';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { useIsSending } from './panel-form.tsx';
import type { PublishingIntent } from './publishing-answer.ts';

interface PanelButtonProps {
  intent: PublishingIntent;
  tone?: ButtonTone;
  children: ReactNode;
}

/** Sends a form of the panel; it shows that it is on its way wherever the panel stands. */
export function PanelButton({ intent, tone = 'plain', children }: PanelButtonProps) {
  return (
    <SubmitButton name="intent" value={intent} tone={tone} pending={useIsSending(intent)}>
      {children}
    </SubmitButton>
  );
}

import type { ReactNode } from 'react';
import type { ButtonTone } from '../../ui/kit/button-style.ts';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { usePanelPlace } from './panel-form.tsx';
import type { PublishingIntent } from './publishing-answer.ts';

interface PanelButtonProps {
  intent: PublishingIntent;
  tone?: ButtonTone;
  children: ReactNode;
}

/** Sends a form of the panel; it shows that it is on its way wherever the panel stands. */
export function PanelButton({ intent, tone = 'plain', children }: PanelButtonProps) {
  const place = usePanelPlace();
  const pending = place && place.sending?.get('intent') === intent;
  return (
    <SubmitButton name="intent" value={intent} tone={tone} {...(pending !== undefined && { pending })}>
      {children}
    </SubmitButton>
  );
}

import { createContext, type FormEvent, type ReactNode, useContext, useId } from 'react';
import { Form, useNavigation } from 'react-router';
import type { ButtonTone } from '../../ui/kit/button-style.ts';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import type { PublishingIntent } from './publishing-answer.ts';
import type { PublishingData } from './read-publishing.ts';

/** The context of a panel that is not on its own page: sends its forms without navigation. */
export interface PanelPlace {
  send(form: FormData): Promise<void>;
  /** The form being sent. */
  sending: FormData | undefined;
  /** Dismisses a request for confirmation. */
  dismiss(): void;
}

const PanelContext = createContext<PanelPlace | undefined>(undefined);

export const PanelPlaceProvider = PanelContext.Provider;

export function usePanelPlace(): PanelPlace | undefined {
  return useContext(PanelContext);
}

const FormContext = createContext('');

/** Whether the surrounding form is being sent with an intent; other forms may have the same intent. */
function useIsSending(intent: PublishingIntent): boolean {
  const place = usePanelPlace();
  const { formData } = useNavigation();
  const form = useContext(FormContext);
  const sending = place ? place.sending : formData;
  return sending?.get('intent') === intent && sending.get('form') === form;
}

interface PanelFormProps {
  data: Pick<PublishingData, 'paths' | 'seen'>;
  /** For controls of the form that are outside of it. */
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A form of the panel. Includes the state that its sender has seen, and the current page. */
export function PanelForm({ data: { paths, seen }, children, ...rest }: PanelFormProps) {
  const place = usePanelPlace();
  const id = useId();
  function sendElsewhere(event: FormEvent<HTMLFormElement>) {
    if (!place) return;
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    void place.send(new FormData(event.currentTarget, submitter));
  }
  return (
    <Form method="post" action={paths.publish} onSubmit={sendElsewhere} {...rest}>
      <input type="hidden" name="stamp" value={seen.stamp} />
      <input type="hidden" name="at" value={seen.at} />
      <input type="hidden" name="form" value={id} />
      {place && <input type="hidden" name="stays" value="yes" />}
      <FormContext value={id}>{children}</FormContext>
    </Form>
  );
}

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

import { createContext, type FormEvent, type ReactNode, useContext, useId } from 'react';
import { Form, useNavigation } from 'react-router';
import type { PublishingIntent } from './publishing-answer.ts';
import type { PublishingData } from './read-publishing.ts';

/** Where the panel stands, when it is not on its own page: that place sends its forms, and stays as it is. */
export interface PanelPlace {
  send(form: FormData): Promise<void>;
  /** The form that is on its way. */
  sending: FormData | undefined;
  /** Takes back what the answer to a form asks. */
  dismiss(): void;
}

const PanelContext = createContext<PanelPlace | undefined>(undefined);

export const PanelPlaceProvider = PanelContext.Provider;

export function usePanelPlace(): PanelPlace | undefined {
  return useContext(PanelContext);
}

const FormContext = createContext('');

/** Whether the form around this is on its way with an intent; others of the panel may have the same one. */
export function useIsSending(intent: PublishingIntent): boolean {
  const place = usePanelPlace();
  const { formData } = useNavigation();
  const form = useContext(FormContext);
  const sending = place ? place.sending : formData;
  return sending?.get('intent') === intent && sending.get('form') === form;
}

interface PanelFormProps {
  data: Pick<PublishingData, 'paths' | 'seen'>;
  className?: string;
  onChange?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A form of the panel. It tells what its sender has seen of the item, and where they are. */
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

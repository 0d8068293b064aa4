import { createContext, type FormEvent, type ReactNode, useContext } from 'react';
import { Form } from 'react-router';
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

interface PanelFormProps {
  data: Pick<PublishingData, 'paths' | 'seen'>;
  className?: string;
  onChange?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A form of the panel. It tells what its sender has seen of the item, and where they are. */
export function PanelForm({ data: { paths, seen }, children, ...rest }: PanelFormProps) {
  const place = usePanelPlace();
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
      {place && <input type="hidden" name="stays" value="yes" />}
      {children}
    </Form>
  );
}

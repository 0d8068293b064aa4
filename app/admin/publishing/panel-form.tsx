import { type ComponentType, createContext, type FormEvent, type ReactNode, useContext } from 'react';
import { Form, type FormProps } from 'react-router';
import type { PublishingData } from './read-publishing.ts';

/** Where the panel stands: on its own page, or on another that stays as it is when a form is sent. */
export interface PanelPlace {
  form: ComponentType<FormProps>;
  stays: boolean;
  /** Whether a form of the panel is on its way. */
  isSending?: boolean;
  /** Resolves once everything that was written is on the server; to `false` where it cannot be. */
  whenSaved?: () => Promise<boolean>;
}

const PanelContext = createContext<PanelPlace>({ form: Form, stays: false });

export const PanelPlaceProvider = PanelContext.Provider;

export function usePanelPlace(): PanelPlace {
  return useContext(PanelContext);
}

interface PanelFormProps {
  data: Pick<PublishingData, 'paths' | 'seen'>;
  label?: string;
  className?: string;
  onChange?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A form of the panel. It tells what its sender has seen of the item, and where they are. */
export function PanelForm({ data: { paths, seen }, label, children, ...rest }: PanelFormProps) {
  const { form: PlacedForm, stays } = usePanelPlace();
  return (
    <PlacedForm method="post" action={paths.publish} aria-label={label} {...rest}>
      <input type="hidden" name="stamp" value={seen.stamp} />
      <input type="hidden" name="at" value={seen.at} />
      {stays && <input type="hidden" name="stays" value="yes" />}
      {children}
    </PlacedForm>
  );
}

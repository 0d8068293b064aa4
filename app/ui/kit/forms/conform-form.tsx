import type { FormMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { FormError } from './form-error.tsx';

interface ConformFormProps {
  form: Pick<FormMetadata<Record<string, unknown>, string[]>, 'id' | 'onSubmit' | 'noValidate' | 'errors'>;
  /** The answer that the form was given, if it was sent and not accepted. */
  answer: unknown;
  /** Where it is sent; to the page that it stands on when missing. */
  action?: string;
  className?: string;
  children: ReactNode;
}

/** A form that Conform looks after: plain HTML without script. Above its fields it says what is wrong with it as a whole. */
export function ConformForm({ form, answer, className = 'grid gap-5', children, ...target }: ConformFormProps) {
  const { id, onSubmit, noValidate, errors } = form;
  return (
    <Form method="post" {...target} id={id} onSubmit={onSubmit} noValidate={noValidate} className={className}>
      <FormError errors={errors} answer={answer} />
      {children}
    </Form>
  );
}

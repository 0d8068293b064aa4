import type { FormMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { FormError } from './form-error.tsx';

interface ConformFormProps {
  form: Pick<FormMetadata<Record<string, unknown>, string[]>, 'id' | 'onSubmit' | 'noValidate' | 'errors'>;
  /** The response to the form, if it was submitted and not accepted. */
  answer: unknown;
  /** The form's target; default: its own page. */
  action?: string;
  className?: string;
  children: ReactNode;
}

/** A form managed by Conform: plain HTML without script. Shows form-level errors above its fields. */
export function ConformForm({ form, answer, className = 'grid gap-5', children, ...target }: ConformFormProps) {
  const { id, onSubmit, noValidate, errors } = form;
  return (
    <Form method="post" {...target} id={id} onSubmit={onSubmit} noValidate={noValidate} className={className}>
      <FormError errors={errors} answer={answer} />
      {children}
    </Form>
  );
}

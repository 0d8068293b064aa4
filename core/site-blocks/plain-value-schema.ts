import { z } from 'zod';
import { namesAccount } from '../rich-text/link-target.ts';

/** A field that fields of items and of blocks of the site have in common. */
type PlainField =
  | { kind: 'number'; minimum?: number; maximum?: number }
  | { kind: 'boolean' | 'date' | 'moment' | 'time' | 'weekday' }
  | { kind: 'choice'; choices: { value: string }[] };

/** The schema of the values of a plain field. */
export function plainValueSchema(field: PlainField): z.ZodType {
  switch (field.kind) {
    case 'number':
      return z
        .number()
        .min(field.minimum ?? Number.NEGATIVE_INFINITY)
        .max(field.maximum ?? Number.POSITIVE_INFINITY);
    case 'boolean':
      return z.boolean();
    case 'date':
      return z.iso.date();
    case 'moment':
      return z.iso
        .datetime({ local: true, precision: -1 })
        .refine((value) => !value.endsWith('Z'), 'must be a time where the site is, without a zone');
    case 'time':
      // Hours and minutes alone: a precision of -1 leaves out the seconds.
      return z.iso.time({ precision: -1 });
    case 'weekday':
      return z.int().min(1).max(7);
    case 'choice':
      return z.enum(field.choices.map(({ value }) => value) as [string, ...string[]]);
  }
}

/**
 * An address of another website that a field may have: encrypted, without the name and password of an account, which browsers would
 * show to nobody and send; 2,000 characters are the most that a link may have.
 */
export const webAddress = z
  .url({ protocol: /^https$/ })
  .max(2_000)
  .refine((address) => !namesAccount(address), 'must not have the name or password of an account');

import { z } from 'zod';
import { namesAccount } from './names-account.ts';

/**
 * An address of another website that a field may have: encrypted, without the name and password of an account, which browsers would
 * show to nobody and send; 2,000 characters are the most that a link may have.
 */
export const webAddress = z
  .url({ protocol: /^https$/ })
  .max(2_000)
  .refine((address) => !namesAccount(address), 'must not have the name or password of an account');

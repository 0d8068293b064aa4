import { InvalidWrite } from '../documents/errors.ts';
import { DraftTooLarge } from './drafts.ts';

/** Whether a change of a draft was refused because the draft, or its item with all that it says, has no room for it. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof DraftTooLarge || error instanceof InvalidWrite;
}

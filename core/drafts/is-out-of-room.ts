import { InvalidWrite } from '../documents/errors.ts';
import { DraftTooLarge } from './drafts.ts';

/** Whether a change of a draft was refused because the draft or its item would be too large. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof DraftTooLarge || error instanceof InvalidWrite;
}

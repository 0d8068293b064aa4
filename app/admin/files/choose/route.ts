import { readChoice } from './read-choice.ts';

export const loader = readChoice;

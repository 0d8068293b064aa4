import { readFileWords } from './read-choice.ts';

export const loader = readFileWords;

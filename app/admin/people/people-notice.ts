/** What the page says after one of its forms was accepted: the value of `notice` in its address. */
export const PEOPLE_NOTICES = [
  'invited',
  'withdrawn',
  'access-changed',
  'suspended',
  'restored',
  'signed-out',
  'removed',
] as const;

export type PeopleNotice = (typeof PEOPLE_NOTICES)[number];

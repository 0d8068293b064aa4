/** Notices after an accepted form: the query parameter `notice`. */
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

import type { Actor } from '#core/access/actor.ts';

/** Who publishes in benchmarks. */
export const PUBLISHER: Actor = {
  kind: 'program',
  id: 'bench',
  name: 'Bench',
  role: 'editor',
  languages: [],
  disabled: false,
};

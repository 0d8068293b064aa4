/** The next steps for a new owner, in order. */
export const NEXT_STEPS = ['content', 'look', 'team', 'account'] as const;

export type NextStep = (typeof NEXT_STEPS)[number];

/** The steps for an owner without a team; none for everyone else. */
export function nextSteps({ isAlone, hasItems }: { isAlone: boolean; hasItems: boolean }): NextStep[] {
  if (!isAlone) return [];
  return NEXT_STEPS.filter((step) => step === (hasItems ? 'look' : 'content') || step === 'team' || step === 'account');
}

/** What a new owner does next, in this order. */
export const NEXT_STEPS = ['content', 'look', 'team', 'account'] as const;

export type NextStep = (typeof NEXT_STEPS)[number];

/** What is left to do for an owner who is still alone; nothing for everybody else. */
export function nextSteps({ isAlone, hasItems }: { isAlone: boolean; hasItems: boolean }): NextStep[] {
  if (!isAlone) return [];
  return NEXT_STEPS.filter((step) => step === (hasItems ? 'look' : 'content') || step === 'team' || step === 'account');
}

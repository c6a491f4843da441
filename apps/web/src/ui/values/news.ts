/** Whether a change is good news, in a word; null is neither. */
export function newsOf(isGood: boolean | null): 'good' | 'bad' | 'neutral' {
  if (isGood === null) return 'neutral';
  return isGood ? 'good' : 'bad';
}

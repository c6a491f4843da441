/** Business limits and breakpoints (spec section 9). Milliseconds unless the name says otherwise. */
export const WEIGHT_TOTAL = 100;

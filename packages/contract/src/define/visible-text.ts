/** Whether a text shows anything: characters that are blank everywhere (U+2800, Hangul fillers) count as invisible too. */
const VISIBLE = /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const hasVisibleText = (text: string): boolean => VISIBLE.test(text);

/** Definitions of metrics in words, and their versions: a report remembers by which definitions it was written. */
import { type Formula, type MetricId, metricOf } from '../stats/metrics.ts';

/** `firstDeposits` → "first deposits". */
const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function inner(formula: Formula): string {
  const text = formulaText(formula);
  if (formula.kind === 'sum' || formula.kind === 'distinct') return text;
  return `(${text})`;
}

/** A formula in words, over sums: "revenue ÷ clickouts". */
function formulaText(formula: Formula): string {
  switch (formula.kind) {
    case 'sum':
      return words(formula.measure);
    case 'distinct':
      return 'distinct visitors (approximate)';
    case 'plus':
      return formula.parts.map(inner).join(' + ');
    case 'difference':
      return `${inner(formula.from)} − ${inner(formula.minus)}`;
    case 'ratio':
      return `${inner(formula.num)} ÷ ${inner(formula.den)}`;
  }
}

/** The definition of a metric in words. */
export const definitionText = (id: MetricId): string => formulaText(metricOf(id).formula);

/** A short name of a definition that changes when the definition does (FNV-1a of its words). */
export function definitionVersion(id: MetricId): string {
  let hash = 0x811c9dc5;
  for (const character of `${metricOf(id).format} ${definitionText(id)}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

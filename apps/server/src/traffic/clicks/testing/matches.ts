import type { ConditionNode } from '@signpost/contract/traffic/clicks/conditions.ts';
import { compileConditions, compileTest, type Subject } from '../conditions/condition-match.ts';

/** Whether conditions, or a single one, hold for a visit. */
export function matches(node: ConditionNode, subject: Subject, seed = 0): boolean {
  return ('items' in node ? compileConditions(node, seed) : compileTest(node, seed))(subject);
}

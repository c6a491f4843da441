/** The tests that run or have a winner, as links to their templates or buttons. */
import { listCurrentTests } from '@signpost/contract/calls/pages.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { TEST_STATES } from '@signpost/contract/traffic/pages/tests.ts';
import { useCall } from '../../../api/calls.ts';
import { Badge } from '../../../ui/values/values.tsx';
import classes from './pages.module.css';

export function CurrentTests({ kind }: { kind: 'template' | 'button' }) {
  const { data } = useCall(listCurrentTests, {});
  const tests = data?.filter((test) => test.kind === kind) ?? [];
  if (tests.length === 0) return null;
  return (
    <ul className={classes.current} aria-label="Tests">
      <li aria-hidden>Tests</li>
      {tests.map(({ id, name, state, isRatioWrong }) => (
        <li key={id}>
          <a href={hashHref(kind === 'template' ? path.templatesEdit({ id }) : path.buttonsEdit({ id }))}>{name}</a>{' '}
          <Badge tone={isRatioWrong ? 'bad' : TEST_STATES[state].tone}>
            {isRatioWrong ? 'Not shared as planned' : TEST_STATES[state].label}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

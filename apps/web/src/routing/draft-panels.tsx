import { CheckPanel, type DraftProps } from './check-panel.tsx';
import { ReplayPanel } from './replay-panel.tsx';

/** What can be known of a box or a rule before it is saved. */
export function DraftPanels(props: DraftProps) {
  return (
    <>
      <CheckPanel {...props} />
      <ReplayPanel {...props} />
    </>
  );
}

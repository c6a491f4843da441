import { boxCallsOf } from '@signpost/contract/calls/routing.ts';
import type { DraftKind } from '@signpost/contract/traffic/clicks/draft.ts';
import type { RecordRow, Values } from '../../../records/screen.ts';
import { CheckPanel, type DraftProps } from './check-panel.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { WeightsPanel } from './weights-panel.tsx';

/** Panels that inspect a box or a rule before it is saved. */
export function DraftPanels(props: DraftProps) {
  return (
    <>
      <CheckPanel {...props} />
      <ReplayPanel {...props} />
    </>
  );
}

interface BoxPanelsProps {
  entity: { name: DraftKind; path: string };
  values: Values;
  /** Null for one that has never been saved. */
  box: RecordRow | null;
}

/** Shown below the form of a box: its automatic weights and the panels for the draft. */
export function BoxPanels({ entity, values, box }: BoxPanelsProps) {
  return (
    <>
      {box !== null && box.automaticWeights !== 'off' && <WeightsPanel calls={boxCallsOf(entity)} box={box} />}
      <DraftPanels kind={entity.name} id={box?.id ?? null} values={values} />
    </>
  );
}

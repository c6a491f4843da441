/** The effect that new weights would have, shown before they are saved. */

import { useDebouncedValue } from '@mantine/hooks';
import { previewWaterfall } from '@signpost/contract/calls/deals.ts';
import type { EarningDays, Waterfall, WaterfallPreview } from '@signpost/contract/traffic/clicks/waterfall.ts';
import { useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { Button } from '../../../ui/button.tsx';
import { Change } from '../../../ui/values/values.tsx';
import { changedDeals, dealWords, shiftWords, unknownWords, valueWords } from './preview-words.ts';
import classes from './waterfall.module.css';

const SETTLE_MS = 250;
const SHOWN_DEALS = 8;

interface PreviewProps {
  waterfall: Waterfall;
  days: EarningDays;
  /** The new weights by deal. */
  weights: ReadonlyMap<number, number>;
  isSaving: boolean;
  onSave: () => void;
  onPutBack: () => void;
}

export function WeightPreview({ waterfall, days, weights, isSaving, onSave, onPutBack }: PreviewProps) {
  const { geoId, integrationId, deals } = waterfall;
  const changed = deals.filter(({ dealId, weight }) => (weights.get(dealId) ?? weight) !== weight);
  return (
    <section className={classes.preview} aria-label={`New order of ${waterfall.integration}`}>
      <div className={classes.effect}>
        <p>
          <strong>Not saved yet.</strong> Weights:{' '}
          {changed.map(({ partner, dealId, weight }) => `${partner} ${weight} → ${weights.get(dealId)}`).join(', ')}.
        </p>
        <Effect
          body={{
            geoId,
            integrationId,
            days,
            weights: deals.map(({ dealId, weight }) => ({
              dealId,
              before: weight,
              after: weights.get(dealId) ?? weight,
            })),
          }}
        />
      </div>
      <div className={classes.buttons}>
        <Button onClick={onPutBack} disabled={isSaving}>
          Put back
        </Button>
        <Button kind="primary" onClick={onSave} loading={isSaving}>
          Save order
        </Button>
      </div>
    </section>
  );
}

function Effect({ body: now }: { body: Parameters<typeof useCall<typeof previewWaterfall>>[1]['body'] }) {
  const [body] = useDebouncedValue(now, SETTLE_MS);
  const preview = useCall(previewWaterfall, { body }, { keepsPrevious: true });
  return (
    <Loaded of={preview} skeleton={<p role="status">Deciding the clicks of the last days again…</p>}>
      {(data) => <Words data={data} isFetching={preview.isFetching} />}
    </Loaded>
  );
}

function Words({ data, isFetching }: { data: WaterfallPreview; isFetching: boolean }) {
  const value = valueWords(data);
  const unknown = unknownWords(data);
  const deals = changedDeals(data);
  return (
    <div role="status" aria-label="Effect" data-busy={isFetching || undefined} className={classes.words}>
      <p>
        {shiftWords(data)}
        {value !== null && (
          <>
            ; about <Change text={value} isGood={Number(data.value) > 0} /> a day at the EPC of the last{' '}
            {data.earningDays} days
          </>
        )}
        .{unknown !== null && ` ${unknown}`}
      </p>
      {deals.length > 2 && (
        <p className={classes.more}>
          Click-outs a day: {deals.slice(0, SHOWN_DEALS).map(dealWords).join(' · ')}
          {deals.length > SHOWN_DEALS && ` · ${deals.length - SHOWN_DEALS} more deals`}
        </p>
      )}
    </div>
  );
}

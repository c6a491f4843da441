/** `/partners/global-deal-form`: one change to deals of many partners, every effect of it shown before it is made. */

import { WHOLE_NUMBER } from '@signpost/contract/define/field-messages.ts';
import { MESSAGE } from '@signpost/contract/define/validators.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { DEAL_TYPES } from '@signpost/contract/entities/shared/fields.ts';
import type { Unread } from '@signpost/contract/reading/problems.ts';
import {
  type DealChange,
  type DealPreview,
  type DealPreviewAsk,
  dealPreviewAnswerSchema,
} from '@signpost/contract/records/deals.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { DateField } from '../../fields/date-field.tsx';
import { DecimalField } from '../../fields/decimal-field.tsx';
import { ReferencesInput } from '../../records/reference-input.tsx';
import { useAction } from '../../records/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import { MultiSelect } from '../../ui/fields/multi-select.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Scroller } from '../../ui/scroller.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './deals.module.css';

type Filter = DealPreviewAsk['filter'];

const WHAT = [
  { value: 'deal', label: 'Deal: a new amount' },
  { value: 'dealByPercent', label: 'Deal: by a percentage' },
  { value: 'sharePercent', label: 'Share' },
  { value: 'leadCap', label: 'Lead Cap' },
  { value: 'weight', label: 'Weight' },
  { value: 'waterfallBlocked', label: 'Block Waterfall' },
  { value: 'validTo', label: 'Valid to' },
] as const;
type What = (typeof WHAT)[number]['value'];
const UNITS: Partial<Record<What, string>> = { dealByPercent: '%, for example 10 or -5', sharePercent: '%' };
const of = partner.fields.deals.of;
const BOUNDS: Partial<Record<What, { min: string; max: string }>> = {
  deal: { min: of.deal.min, max: of.deal.max },
  dealByPercent: { min: '-100', max: '1000' },
  sharePercent: { min: of.sharePercent.min, max: of.sharePercent.max },
  leadCap: { min: String(of.leadCap.min), max: String(of.leadCap.max) },
  weight: { min: String(of.weight.min), max: String(of.weight.max) },
};

/** The change as the server takes it, or what is wrong with what was read (a plain decimal, or nothing). */
function changeOf(what: What, value: string): { change: DealPreviewAsk['change'] } | { problem: string } {
  if (what === 'waterfallBlocked') return { change: { waterfallBlocked: value === 'yes' } };
  if (what === 'validTo') return { change: { validTo: value === '' ? null : value } };
  if (what === 'leadCap' && value === '') return { change: { leadCap: null } };
  if (value === '') return { problem: MESSAGE.number };
  if (what === 'deal' || what === 'sharePercent') return { change: { [what]: value } };
  if (what !== 'dealByPercent' && value.includes('.')) return { problem: WHOLE_NUMBER };
  return { change: { [what]: Number(value) } };
}

function Changes({ changes }: { changes: readonly DealChange[] }) {
  return (
    <Scroller className={classes.scroll} label="Changes">
      <table className={classes.deals} aria-label="Changes">
        <thead>
          <tr>
            <th scope="col">Partner</th>
            <th scope="col">Geo</th>
            <th scope="col">Integration</th>
            <th scope="col">What</th>
            <th scope="col" data-numeric>
              Is
            </th>
            <th scope="col" data-numeric>
              Becomes
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={`${change.dealId} ${change.field}`}>
              <td>
                <a href={hashHref(path.partnersEdit({ id: change.partnerId }))}>{change.partner}</a>
              </td>
              <td>{change.geo}</td>
              <td>{change.integration}</td>
              <td>{change.label}</td>
              <td data-numeric className={classes.muted}>
                {change.before ?? '–'}
              </td>
              <td data-numeric className={classes.after}>
                {change.after ?? '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

export default function GlobalDealFormPage() {
  const [filter, setFilter] = useState<Filter>({ partnerIds: [], geoIds: [], integrationIds: [], dealTypes: [] });
  const [what, setWhat] = useState<What>('deal');
  const [text, setText] = useState('');
  const [shown, setShown] = useState<{ ask: DealPreviewAsk; preview: DealPreview } | null>(null);
  const [sure, setSure] = useState(false);
  const [unread, setUnread] = useState<Unread | null>(null);
  const made = unread ?? changeOf(what, text);
  const problem = 'problem' in made ? made.problem : null;
  const preview = useAction(
    (ask: DealPreviewAsk) => request<DealPreview>('global-deal-form/preview', { method: 'POST', body: ask }),
    {
      refresh: [],
      said: ({ changes }) =>
        changes.length === 0 ? 'Nothing would change.' : `${changes.length} changes, none made yet.`,
      onDone: (data, ask) => setShown({ ask, preview: data }),
    },
  );
  const apply = useAction(
    ({ ask, preview: { versions } }: { ask: DealPreviewAsk; preview: DealPreview }) =>
      request<DealPreview>('global-deal-form/apply', { method: 'POST', body: { ...ask, versions } }),
    {
      refresh: [['records', 'partner'], ['show-offers'], ['marketplace']],
      said: ({ changes }) => (changes.length === 1 ? '1 change made.' : `${changes.length} changes made.`),
      onDone: () => {
        setSure(false);
        setShown(null);
      },
      onRefused: (error) => {
        setSure(false);
        const fresh = dealPreviewAnswerSchema.safeParse(error.dataOf('CONFLICT')).data;
        if (fresh !== undefined && shown !== null) setShown({ ...shown, preview: fresh });
        return false;
      },
    },
  );
  const narrow = (part: Partial<Filter>) => {
    setFilter({ ...filter, ...part });
    setShown(null);
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if ('change' in made) preview.mutate({ filter, change: made.change });
      }}
    >
      <Panel title="Which deals" description="What is left empty does not narrow.">
        <div className={classes.fields}>
          <ReferencesInput
            label="Partners"
            to="partner"
            value={filter.partnerIds}
            onChange={(partnerIds) => narrow({ partnerIds })}
          />
          <ReferencesInput label="Geos" to="geo" value={filter.geoIds} onChange={(geoIds) => narrow({ geoIds })} />
          <ReferencesInput
            label="Integrations"
            to="integration"
            value={filter.integrationIds}
            onChange={(integrationIds) => narrow({ integrationIds })}
          />
          <MultiSelect
            label="Deal Types"
            value={filter.dealTypes}
            onChange={(dealTypes) => narrow({ dealTypes })}
            options={[...DEAL_TYPES]}
            find={(options, typed) => filterOptions(options, typed)}
            cappedText={TEXT.optionsCapped}
          />
        </div>
      </Panel>
      <Panel title="What changes">
        <div className={classes.fields}>
          <Choice
            label="Change"
            value={what}
            onChange={(next) => {
              setWhat(WHAT.find(({ value }) => value === next)?.value ?? 'deal');
              setText('');
              setUnread(null);
              setShown(null);
            }}
            options={[...WHAT]}
          />
          {what === 'validTo' ? (
            <DateField
              label="New value"
              value={text === '' ? null : text}
              unread={unread?.unread}
              onUnread={(typed, question) => setUnread({ unread: typed, problem: question })}
              errors={unread === null ? [] : [unread.problem]}
              onChange={(day) => {
                setUnread(null);
                setText(day ?? '');
                setShown(null);
              }}
            />
          ) : what === 'waterfallBlocked' ? (
            <Choice
              label="New value"
              value={text === '' ? null : text}
              onChange={(next) => setText(next ?? '')}
              options={[
                { value: 'yes', label: 'Yes' },
                { value: 'no', label: 'No' },
              ]}
            />
          ) : (
            <DecimalField
              label="New value"
              value={text === '' ? null : text}
              help={what === 'leadCap' ? 'Empty: no cap.' : UNITS[what]}
              errors={(text !== '' || unread !== null) && problem !== null ? [problem] : []}
              {...BOUNDS[what]}
              unit={what === 'dealByPercent' || what === 'sharePercent' ? '%' : undefined}
              unread={unread?.unread}
              onUnread={(typed, question) => {
                setUnread({ unread: typed, problem: question });
                setShown(null);
              }}
              onChange={(next) => {
                setUnread(null);
                setText(next ?? '');
                setShown(null);
              }}
            />
          )}
        </div>
        <p>
          <Button
            kind={shown === null ? 'primary' : 'default'}
            type="submit"
            disabled={problem !== null || (what === 'waterfallBlocked' && text === '')}
            loading={preview.isPending}
          >
            Show every change
          </Button>
        </p>
      </Panel>
      {shown !== null && (
        <Panel
          title={`${shown.preview.changes.length} ${shown.preview.changes.length === 1 ? 'change' : 'changes'}`}
          {...(shown.preview.changes.length > 0
            ? {
                actions: (
                  <Button kind="primary" onClick={() => setSure(true)}>
                    Apply
                  </Button>
                ),
              }
            : {})}
        >
          {shown.preview.changes.length === 0 ? (
            <EmptyState title="Nothing to show">
              No deal would be different. Choose other deals or another value.
            </EmptyState>
          ) : (
            <Changes changes={shown.preview.changes} />
          )}
        </Panel>
      )}
      <ConfirmDialog
        opened={sure}
        loading={apply.isPending}
        onCancel={() => setSure(false)}
        onConfirm={() => shown && apply.mutate(shown)}
      >
        {shown?.preview.changes.length} changes are made to {Object.keys(shown?.preview.versions ?? {}).length}{' '}
        partners. Each stands in the history of its partner.
      </ConfirmDialog>
    </form>
  );
}

/**
 * `/partners/global-deal-form`: a bulk change of deals across partners, with a preview of every change. It applies once
 * it is approved.
 */

import { useSetState } from '@mantine/hooks';
import { previewDealChanges, proposeDealChanges } from '@signpost/contract/calls/deals.ts';
import { listWaitingChanges } from '@signpost/contract/calls/money-changes.ts';
import {
  type DealChange,
  type DealPreview,
  type DealPreviewAsk,
  dealPreviewAnswerSchema,
} from '@signpost/contract/records/deals.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { send } from '../../../api/calls.ts';
import { errorDataOf } from '../../../api/error-data.ts';
import { useUnsaved } from '../../../api/unsaved.ts';
import { useAction } from '../../../api/use-action.ts';
import { useOnceAction } from '../../../api/use-once-action.ts';
import dealClasses from '../../../features/partners/deals/deal-columns.module.css';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/feedback/confirm-button.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Scroller } from '../../../ui/scroller.tsx';
import { plural } from '../../../ui/values/plural.ts';
import {
  changeOf,
  type Entry,
  type Filter,
  FilterFields,
  NewValue,
  NOTHING_ENTERED,
  WHAT,
  type What,
} from './deal-change-fields.tsx';
import classes from './deals.module.css';

function Changes({ changes }: { changes: readonly DealChange[] }) {
  return (
    <Scroller className={dealClasses.scroll} label="Changes">
      <table className={dealClasses.deals} aria-label="Changes">
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
                <a href={hashHref(path.partnersView({ id: change.partnerId }))}>{change.partner}</a>
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

interface PreviewProps {
  changes: readonly DealChange[];
  /** The number of partners whose deals change. */
  partners: number;
  isProposing: boolean;
  onPropose: (close: () => void) => void;
}

/** The preview of all changes, with the button that proposes them. */
function PreviewPanel({ changes, partners, isProposing, onPropose }: PreviewProps) {
  const renderChanges = () => {
    if (changes.length === 0)
      return (
        <EmptyState title="Nothing to show">No deal would change. Choose other deals or another value.</EmptyState>
      );
    return <Changes changes={changes} />;
  };
  const renderActions = () => {
    if (changes.length > 0)
      return (
        <ConfirmButton label="Propose" kind="primary" loading={isProposing} onConfirm={onPropose}>
          {changes.length} changes of {partners} partners are proposed. They apply when somebody else has approved them,
          exactly as shown, and only if nobody changes these partners before.
        </ConfirmButton>
      );
    return undefined;
  };
  return (
    <Panel title={`${changes.length} ${plural(changes.length, 'change')}`} actions={renderActions()}>
      {renderChanges()}
    </Panel>
  );
}

function describePreview(changes: number): string {
  if (changes === 0) return 'Nothing would change.';
  return `${changes} changes, not applied yet.`;
}

/** A preview, and the question that it answers. */
interface Shown {
  ask: DealPreviewAsk;
  preview: DealPreview;
}

interface FormState {
  filter: Filter;
  what: What;
  entry: Entry;
  /** Whether something was entered since the last proposal. */
  isTouched: boolean;
  shown: Shown | null;
}

const FRESH: FormState = {
  filter: { partnerIds: [], geoIds: [], integrationIds: [], dealTypes: [] },
  what: 'fixedAmount',
  entry: NOTHING_ENTERED,
  isTouched: false,
  shown: null,
};

export default function GlobalDealFormPage() {
  const [{ filter, what, entry, isTouched, shown }, set] = useSetState<FormState>(FRESH);
  const isFilled = entry.text !== '' || entry.unread !== null || Object.values(filter).some(({ length }) => length > 0);
  useUnsaved(isTouched && isFilled);
  const made = entry.unread ?? changeOf(what, entry.text);
  const problem = 'problem' in made ? made.problem : null;
  const preview = useAction((ask: DealPreviewAsk) => send(previewDealChanges, { body: ask }), {
    refresh: [],
    said: ({ changes }) => describePreview(changes.length),
    onDone: (data, ask) => set({ shown: { ask, preview: data } }),
  });
  const propose = useOnceAction(
    ({ ask, preview: { versions } }: Shown & { close: () => void }, key) =>
      send(proposeDealChanges, { body: { ...ask, versions } }, key),
    {
      refresh: [listWaitingChanges],
      said: ({ changes }) => `${changes} ${plural(changes, 'change waits', 'changes wait')} for approval.`,
      onDone: (_, { close }) => {
        close();
        set({ shown: null, isTouched: false });
      },
      onRefused: (error, { close }) => {
        close();
        const fresh = dealPreviewAnswerSchema.safeParse(errorDataOf(error, 'CONFLICT')).data;
        if (fresh !== undefined && shown !== null) set({ shown: { ...shown, preview: fresh } });
        return false;
      },
    },
  );
  /** Any input makes the shown preview out of date, so it is hidden. */
  const enter = (part: Partial<FormState>) => set({ ...part, isTouched: true, shown: null });
  const renderPreview = (now: Shown) => (
    <PreviewPanel
      changes={now.preview.changes}
      partners={Object.keys(now.preview.versions).length}
      isProposing={propose.isPending}
      onPropose={(close) => propose.mutate({ ...now, close })}
    />
  );
  return (
    <Form
      className={classes.form}
      onSubmit={() => {
        if ('change' in made) preview.mutate({ filter, change: made.change });
      }}
    >
      <Panel title="Which deals" description="Empty fields match every deal.">
        <div className={classes.fields}>
          <FilterFields filter={filter} onChange={(part) => enter({ filter: { ...filter, ...part } })} />
        </div>
      </Panel>
      <Panel title="What changes">
        <div className={classes.fields}>
          <Choice
            label="Change"
            value={what}
            onChange={(next) =>
              enter({ what: WHAT.find(({ value }) => value === next)?.value ?? FRESH.what, entry: FRESH.entry })
            }
            options={[...WHAT]}
          />
          <NewValue what={what} entry={entry} problem={problem} onEntry={(next) => enter({ entry: next })} />
        </div>
        <p>
          <Button
            kind={shown === null ? 'primary' : 'default'}
            type="submit"
            disabled={problem !== null || (what === 'waterfallBlocked' && entry.text === '')}
            loading={preview.isPending}
          >
            Preview changes
          </Button>
        </p>
      </Panel>
      {shown !== null && renderPreview(shown)}
    </Form>
  );
}

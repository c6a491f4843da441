/** The recipients of the e-mail: chosen publishers, a saved filter of them, or all active ones. */

import { listSavedViews } from '@signpost/contract/calls/saved-views.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import { AUDIENCES } from '@signpost/contract/partners/mailings/mailing.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useCall } from '../../../api/calls.ts';
import { ReferencesInput } from '../../../fields/reference-input.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { numberOrNull, stringOrNull } from '../../../ui/values/optional.ts';
import type { Draft } from './draft.ts';
import classes from './email-publisher.module.css';

const LABELS = {
  chosen: 'Chosen publishers',
  view: 'A saved filter',
  active: 'All active publishers',
} as const;

interface Props {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  errorsAt: (path: string) => string[];
}

function SavedFilter({ draft, set, errorsAt }: Props) {
  const { data: views = [] } = useCall(listSavedViews, { query: { screen: publisher.path } });
  return (
    <Choice
      label="Saved filter"
      value={stringOrNull(draft.savedViewId)}
      options={views.map(({ id, name, own, owner }) => ({
        value: String(id),
        label: own ? name : `${name} (${owner})`,
      }))}
      onChange={(next) => set({ savedViewId: numberOrNull(next) })}
      errors={errorsAt('savedViewId')}
      help={
        <>
          Filters are saved in the <a href={hashHref(path.publishers())}>list of publishers</a>, and read again when the
          send is confirmed.
        </>
      }
      required
    />
  );
}

export function Audience(props: Props) {
  const { draft, set, errorsAt } = props;
  return (
    <Panel title="Recipients">
      <div className={classes.form}>
        <Choice
          label="Send to"
          value={draft.audience}
          options={AUDIENCES.map((value) => ({ value, label: LABELS[value] }))}
          onChange={(next) => set({ audience: memberOf(AUDIENCES, next) ?? draft.audience })}
          required
        />
        {draft.audience === 'chosen' && (
          <ReferencesInput
            label="Publishers"
            to="publisher"
            value={draft.publishers}
            onChange={(publishers) => set({ publishers })}
            errors={errorsAt('publishers')}
          />
        )}
        {draft.audience === 'view' && <SavedFilter {...props} />}
        <Toggle
          label="All contacts of each publisher"
          value={draft.allContacts}
          onChange={(allContacts) => set({ allContacts })}
          help="If No, each publisher gets one e-mail, at the contact e-mail."
        />
      </div>
    </Panel>
  );
}

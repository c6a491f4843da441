/** The first records of another entity that refer to this one, with a link to all of them. */

import { mayDo } from '@signpost/contract/access/access.ts';
import type { EntityDefinition, RecordRow } from '@signpost/contract/define/entity.ts';
import { inSentence } from '@signpost/contract/define/words.ts';
import { Loaded } from '../api/loaded.tsx';
import { useUser } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { useRecords } from './api.ts';
import classes from './records.module.css';
import { listHref, recordHref } from './screen.ts';

const SHOWN = 10;

interface Related {
  entity: EntityDefinition;
  field: string;
  id: number;
  /** Renders nothing while there are no records, for screens with many such lists. */
  hidesEmpty?: boolean;
}

/** Renders nothing for people who cannot list that entity. */
export function RelatedList(props: Related) {
  const user = useUser();
  if (mayDo(user, props.entity, 'list')) return <Shown {...props} />;
  return null;
}

interface LinksProps {
  entity: EntityDefinition;
  rows: readonly RecordRow[];
  total: number;
}

function Links({ entity, rows, total }: LinksProps) {
  if (total === 0) return <p className={classes.none}>No {inSentence(entity.many)} yet.</p>;
  return (
    <ul className={classes.related}>
      {rows.map((record) => {
        const href = recordHref(entity, entity.routes.view ?? entity.routes.edit, record.id);
        const title = String(record[entity.title]);
        return (
          <li key={record.id}>
            {href ? <a href={href}>{title}</a> : <span>{title}</span>}
            <span className={classes.recordId}>#{record.id}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Shown({ entity, field, id, hidesEmpty = false }: Related) {
  const filters = { [field]: [String(id)] };
  const records = useRecords(entity, { filters, limit: SHOWN });
  const { data, error } = records;
  const total = data?.meta.total ?? 0;
  const list = listHref(entity, filters);
  // Something is in the place while the answer is on its way, so that the place is not empty too early.
  if (hidesEmpty && data === undefined && error === null) return <span hidden />;
  if (hidesEmpty && data !== undefined && total === 0) return null;
  const renderActions = () => {
    if (list && total > SHOWN)
      return (
        <Button kind="quiet" href={list}>
          Show all
        </Button>
      );
    return undefined;
  };
  return (
    <Panel title={data ? `${entity.many} (${total})` : entity.many} actions={renderActions()}>
      <Loaded of={records} keepsData skeleton={<ul className={classes.related} />}>
        {({ data: rows, meta }) => <Links entity={entity} rows={rows} total={meta.total} />}
      </Loaded>
    </Panel>
  );
}

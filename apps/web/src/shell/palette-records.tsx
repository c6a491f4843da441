/** The actions of the palette on a record: edit it, open its statistics, pause, activate or duplicate it. */
import { mayDo, mayOpen, mayOpenTab, type Viewer } from '@signpost/contract/access/access.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { figuresDimension } from '@signpost/contract/insight/stats/list-figures.ts';
import { globalTab } from '@signpost/contract/insight/stats/tabs/global.ts';
import { buildQuery } from '@signpost/contract/reading/brackets.ts';
import type { FoundRecord } from '@signpost/contract/records/found.ts';
import { recordPath } from '@signpost/contract/records/record-path.ts';
import { ROUTES, type RouteName } from '@signpost/contract/routes/index.ts';
import { path } from '@signpost/contract/routes/paths.ts';
import { IconChartLine, IconCopy, IconEdit, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { recordsKey, send } from '../api/calls.ts';
import { sayChanged } from '../api/undo.ts';
import { metadataChanged } from '../api/use-metadata.ts';
import { hasSwitch } from '../records/status-switch.tsx';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';

/** The name of an action on a record. */
export type RecordVerb = 'edit' | 'stats' | 'pause' | 'activate' | 'copy';

/** The words that name what to do with the record named after them. */
const WORDS: Readonly<Record<string, RecordVerb>> = {
  edit: 'edit',
  stats: 'stats',
  statistics: 'stats',
  pause: 'pause',
  activate: 'activate',
  duplicate: 'copy',
  copy: 'copy',
};

const LABELS: Readonly<Record<RecordVerb, string>> = {
  edit: 'Edit',
  stats: 'Statistics of',
  pause: 'Pause',
  activate: 'Activate',
  copy: 'Duplicate',
};

const ICONS: Readonly<Record<RecordVerb, ReactNode>> = {
  edit: <IconEdit size={18} stroke={1.5} />,
  stats: <IconChartLine size={18} stroke={1.5} />,
  pause: <IconPlayerPause size={18} stroke={1.5} />,
  activate: <IconPlayerPlay size={18} stroke={1.5} />,
  copy: <IconCopy size={18} stroke={1.5} />,
};

/** "pause koru" as a verb and a name. Without a verb, or with nothing after it, the whole text is a name. */
export function readCommand(text: string): { verb: RecordVerb | null; name: string } {
  const [first = '', ...others] = text.trim().split(/\s+/);
  const named = others[0]?.toLowerCase() === 'of' && others.length > 1 ? others.slice(1) : others;
  const verb = WORDS[first.toLowerCase()];
  if (verb === undefined || named.length === 0) return { verb: null, name: text.trim() };
  return { verb, name: named.join(' ') };
}

/** An action on a record. */
export interface RecordAction {
  id: string;
  label: string;
  description: string;
  icon: ReactNode;
  verb: RecordVerb;
  /** The screen that it opens, or the new status. */
  does: { path: string } | { status: 'active' | 'paused' };
}

const entityOf = ({ entity: name }: FoundRecord): EntityDefinition | undefined =>
  entityList.find((one) => one.name === name);

/** The link of a record: its own screen, otherwise its form. */
export function pathOf(record: FoundRecord): string | null {
  const entity = entityOf(record);
  const route = entity?.routes.view ?? entity?.routes.edit;
  if (entity === undefined || route === undefined) return null;
  return recordPath(entity, route, record.id);
}

/** The actions that this person may take on a record, as far as that is known before the record is read. */
export function recordActions(viewer: Viewer, record: FoundRecord): RecordAction[] {
  const entity = entityOf(record);
  if (entity === undefined) return [];
  const { edit, copy, view } = entity.routes;
  const { status } = entity.fields;
  const make = (verb: RecordVerb, does: RecordAction['does']): RecordAction => ({
    id: `${verb} ${record.entity} ${record.id}`,
    label: `${LABELS[verb]} ${record.title}`,
    description: `${record.kind} ${record.id}`,
    icon: ICONS[verb],
    verb,
    does,
  });
  const opens = (verb: RecordVerb, route: RouteName | undefined): RecordAction[] => {
    if (route === undefined || !mayOpen(viewer, ROUTES[route])) return [];
    return [make(verb, { path: recordPath(entity, route, record.id) })];
  };
  const dimension = figuresDimension(entity);
  const question = dimension && { tab: globalTab.name, filters: { [dimension]: [record.id] } };
  const mayEdit = mayDo(viewer, entity, 'edit');
  return [
    // Without a screen of its own, opening a record is editing it.
    ...(mayEdit && view !== undefined ? opens('edit', edit) : []),
    ...(question !== undefined && mayOpenTab(viewer, globalTab.name)
      ? [make('stats', { path: `${path.stats()}?${buildQuery(question)}` })]
      : []),
    ...(mayEdit && status !== undefined && hasSwitch(status, 'status')
      ? [make('pause', { status: 'paused' }), make('activate', { status: 'active' })]
      : []),
    ...(mayDo(viewer, entity, 'create') ? opens('copy', copy) : []),
  ];
}

/** Sets the status of a record, as the switch in its list does. */
export function useSetStatus() {
  const client = useQueryClient();
  return async (record: FoundRecord, status: 'active' | 'paused'): Promise<void> => {
    const entity = entityOf(record);
    if (entity === undefined) return;
    const done = status === 'active' ? 'activated' : 'paused';
    try {
      const calls = entityCalls(entity);
      const { data } = await send(calls.read, { params: { id: record.id } });
      if (data.status === status) {
        showSnackbar({ message: `${record.title} is ${status} already.` });
        return;
      }
      const body = { version: data.version, values: { status } };
      const { requestId } = await send(calls.update, { params: { id: record.id }, body });
      metadataChanged();
      await client.invalidateQueries({ queryKey: recordsKey(entity) });
      sayChanged(client, `${record.title} ${done}.`, requestId);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      showSnackbar({ type: 'error', message: `${record.title} was not ${done}. ${error.message}` });
    }
  };
}

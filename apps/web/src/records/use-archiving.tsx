/** Before archiving, lists what refers to the records; if nothing does, archives at once (docs/decisions/0265). */

import { mayDo } from '@signpost/contract/access/access.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { usedByWords } from '@signpost/contract/records/used-by.ts';
import type { UsedBy } from '@signpost/contract/records/used-by-schema.ts';
import { type ReactNode, useState } from 'react';
import { send } from '../api/calls.ts';
import { sayRefusal } from '../api/say-refusal.ts';
import { useUser } from '../api/session.ts';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.tsx';
import classes from './records.module.css';
import { listHref } from './screen.ts';

interface Asked {
  ids: readonly number[];
  what: string;
  found: readonly UsedBy[];
  go: () => Promise<void>;
  isBusy: boolean;
}

function Uses({ found, ids }: { found: readonly UsedBy[]; ids: readonly number[] }) {
  const user = useUser();
  return (
    <ul className={classes.uses} aria-label="References">
      {found.map(({ entity: name, field, records, keeping }) => {
        const entity: EntityDefinition = entities[name];
        const words = usedByWords(entity, field, records);
        const href = mayDo(user, entity, 'list') ? listHref(entity, { [field]: ids.map(String) }) : undefined;
        const renderWords = () => {
          if (href === undefined) return words;
          return (
            <a href={href} target="_blank" rel="noopener">
              {words}
            </a>
          );
        };
        return (
          <li key={`${name} ${field}`}>
            {renderWords()}
            {keeping > 0 && <strong> {keeping} active</strong>}
          </li>
        );
      })}
    </ul>
  );
}

export interface Archiving {
  /**
   * Runs `go` at once if nothing refers to these records, otherwise after confirmation. If archiving is forbidden, it
   * never runs.
   */
  ask: (ids: readonly number[], what: string, go: () => Promise<void>) => Promise<void>;
  /** Runs `go` and reports a refusal. Restoring needs no confirmation. */
  now: (go: () => Promise<void>) => Promise<void>;
  /** The dialog, which the screen must render. */
  dialog: ReactNode;
}

export function useArchiving(entity: EntityDefinition): Archiving {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);

  async function ask(ids: readonly number[], what: string, go: () => Promise<void>) {
    try {
      const { data: found } = await send(entityCalls(entity).usedBy, { query: { ids: [...ids] } });
      if (found.length === 0) await go();
      else setAsked({ ids, what, found, go, isBusy: false });
    } catch (error) {
      sayRefusal(error);
    }
  }

  async function now(go: () => Promise<void>) {
    try {
      await go();
    } catch (error) {
      sayRefusal(error);
    }
  }

  async function approve(question: Asked) {
    setAsked({ ...question, isBusy: true });
    await now(question.go);
    close();
  }

  const isForbidden = asked?.found.some(({ keeping }) => keeping > 0) ?? false;
  const dialog = asked && (
    <ConfirmDialog
      opened
      title={isForbidden ? 'Still in use' : undefined}
      onConfirm={isForbidden ? undefined : () => void approve(asked)}
      loading={asked.isBusy}
      onCancel={close}
    >
      <p className={classes.usesLead}>
        {isForbidden
          ? `${asked.what} can’t be archived because active records use it. Pause or change them first.`
          : `${asked.what} is used by the records below. They keep it, but it can no longer be chosen.`}
      </p>
      <Uses found={asked.found} ids={asked.ids} />
    </ConfirmDialog>
  );
  return { ask, now, dialog };
}

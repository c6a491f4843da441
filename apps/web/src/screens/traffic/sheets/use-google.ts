/** Connecting and syncing the open sheet with a Google sheet. */

import {
  confirmSheetSync,
  connectSheetGoogle,
  decideSheetConflicts,
  disconnectSheetGoogle,
  planSheetSync,
  readSheetGoogle,
} from '@signpost/contract/calls/google-sheets.ts';
import { readSheet } from '@signpost/contract/calls/sheets.ts';
import {
  createGoogleSheet,
  type GoogleAccess,
  GoogleFailure,
  syncGoogleSheet,
} from '@signpost/contract/sheets/google/carry-out.ts';
import { sheetAddressIn } from '@signpost/contract/sheets/google/read.ts';
import { summaryInWords } from '@signpost/contract/sheets/google/sync.ts';
import type { Sheet } from '@signpost/contract/sheets/sheet.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { callKey, send, useCall } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { toError } from '../../../api/error-id.ts';
import {
  askForSheets,
  forgetSheetsToken,
  type SheetsStep,
  takeSheetsStep,
  tokenForSheets,
} from '../../../api/google.ts';
import { sayRefusal } from '../../../api/say-refusal.ts';
import { useUser } from '../../../api/session.ts';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';

type Step = SheetsStep['step'];
/** A choice about a conflict, with the text of the other side that the person saw. */
export interface ConflictChoice {
  key: string;
  column: string;
  take: 'ours' | 'theirs';
  theirs: string | null;
}

interface Options {
  sheet: Sheet;
  /** Saves the typed rows; null if a person must look at them first. */
  save: () => Promise<unknown>;
  /** Reads the rows again. */
  reload: () => Promise<void>;
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

function sayFailure(error: unknown): void {
  if (error instanceof ApiError) sayRefusal(error);
  else showSnackbar({ type: 'error', message: toError(error).message });
}

/** Reads and refreshes the connection of a sheet. */
function useConnection(sheet: Sheet, reload: () => Promise<void>) {
  const client = useQueryClient();
  const { data } = useCall(readSheetGoogle, { params: { id: sheet.id } }, { staleTime: 0 });
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: callKey(readSheetGoogle) });
    await client.invalidateQueries({ queryKey: callKey(readSheet) });
    await reload();
  };
  return { data, setup: data?.setup ?? null, refresh };
}
type Connection = ReturnType<typeof useConnection>;

/** The steps at Google: connecting, and the sync that follows every step. Syncing resolves to a summary in words. */
function stepsAt({ id, kind, name }: Sheet, access: (token: string) => GoogleAccess) {
  const params = { id };
  return {
    async connect(token: string, step: Step): Promise<void> {
      if (step === 'sync') return;
      const existing = step === 'create' ? null : sheetAddressIn(step.connect);
      const made = existing === null ? await createGoogleSheet(access(token), name) : { ...existing, title: name };
      await send(connectSheetGoogle, { params, body: made });
    },
    async sync(token: string): Promise<string> {
      // The answer may be older than a connection that was just made.
      const { data: now } = await send(readSheetGoogle, { params });
      if (now.link === null) throw new Error('This sheet is not connected with a Google sheet.');
      const { spreadsheetId, tabId } = now.link;
      const summary = await syncGoogleSheet(access(token), {
        kind,
        spreadsheetId,
        tabId,
        plan: async (read) => (await send(planSheetSync, { params, body: { read } })).data,
        confirm: async (planId) => {
          await send(confirmSheetSync, { params, body: { planId } });
        },
      });
      return summaryInWords(summary);
    },
  };
}

/** Runs a step; without a token, the person goes to Google first and the step goes on when they are back. */
function useSteps({ sheet, save }: Options, { setup, refresh }: Connection) {
  const user = useUser();
  const [waits, setWaits] = useState<number | null>(null);
  const { connect, sync } = stepsAt(sheet, (token) => ({
    baseUrl: setup?.sheetsUrl ?? '',
    token,
    wait,
    onWait: setWaits,
  }));
  const run = useMutation({
    mutationFn: async (step: Step): Promise<string | null> => {
      if (setup === null) return null;
      if ((await save()) === null)
        throw new Error('Somebody else saved this sheet meanwhile. Check the rows and sync again.');
      const token = tokenForSheets(user.id);
      if (token === null) {
        const next = { subject: `sheet ${sheet.id}`, personId: user.id, step };
        askForSheets({ ...setup, email: user.email, next });
        return null;
      }
      try {
        await connect(token, step);
        return await sync(token);
      } finally {
        setWaits(null);
        await refresh();
      }
    },
    onSuccess: (message) => {
      if (message !== null) showSnackbar({ type: 'success', message });
    },
    onError: (error) => {
      if (error instanceof GoogleFailure && error.code === 'expired') forgetSheetsToken();
      sayFailure(error);
    },
  });
  return { run, waits };
}

export function useGoogle({ sheet, save, reload }: Options) {
  const { id } = sheet;
  const params = { id };
  const user = useUser();
  const client = useQueryClient();
  const connection = useConnection(sheet, reload);
  const { data, setup } = connection;
  const { run, waits } = useSteps({ sheet, save, reload }, connection);

  const decide = useMutation({
    mutationFn: async (choices: readonly ConflictChoice[]) => {
      if ((await save()) === null)
        throw new Error('Somebody else saved this sheet meanwhile. Check the rows and choose again.');
      await send(decideSheetConflicts, { params, body: { choices: [...choices] } });
    },
    onSuccess: () => run.mutate('sync'),
    onError: sayFailure,
  });

  const disconnect = useMutation({
    mutationFn: async () => await send(disconnectSheetGoogle, { params }),
    onSuccess: async () => {
      showSnackbar({ type: 'success', message: 'Disconnected. Both sheets keep their rows.' });
      await client.invalidateQueries({ queryKey: callKey(readSheetGoogle) });
    },
    onError: sayFailure,
  });

  const goOn = useEffectEvent(async () => {
    const waiting = await takeSheetsStep(`sheet ${id}`, user.id);
    if (waiting === null) return;
    if (waiting.failure !== null) showSnackbar({ type: 'error', message: waiting.failure });
    else run.mutate(waiting.step);
  });
  const isReady = setup !== null;
  useEffect(() => {
    if (isReady) void goOn();
  }, [isReady]);

  const isMade = sheet.state === 'made';
  const lacksLinks = isMade && data?.link != null && (data.link.syncedAt ?? '') < (sheet.decidedAt ?? '');
  // Runs once, right after the boxes were made. A person who comes later without a token sees that links are missing.
  const writeLinks = useEffectEvent(() => {
    if (tokenForSheets(user.id) !== null && data?.maySync === true && !run.isPending) run.mutate('sync');
  });
  useEffect(() => {
    if (lacksLinks) writeLinks();
  }, [lacksLinks]);

  return {
    lacksLinks,
    isLoaded: data !== undefined,
    setup,
    link: data?.link ?? null,
    maySync: data?.maySync === true,
    isBusy: run.isPending || decide.isPending || disconnect.isPending,
    /** How long Google asks to wait, in milliseconds. */
    waits,
    run: (step: Step) => run.mutate(step),
    decide: (choices: readonly ConflictChoice[]) => decide.mutate(choices),
    disconnect: () => disconnect.mutate(),
  };
}

export type Google = ReturnType<typeof useGoogle>;

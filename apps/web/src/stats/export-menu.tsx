import { Menu } from '@mantine/core';
import { buildQuery } from '@signpost/contract/brackets.ts';
import type { StatsTab } from '@signpost/contract/stats/define-tab.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { Button } from '../ui/button.tsx';
import { downloadBlob } from '../ui/download.ts';
import { showSnackbar } from '../ui/snackbar.tsx';
import { asked, type Search } from './question.ts';

/** Exactly what is asked, whole, as a file; the file names its filters. */
export function ExportMenu({
  tab,
  search,
  timeZone,
  total,
}: {
  tab: StatsTab;
  search: Search;
  timeZone: string;
  total: number;
}) {
  const [busy, setBusy] = useState(false);
  async function save(format: 'csv' | 'xlsx') {
    setBusy(true);
    try {
      const { limit: _limit, offset: _offset, ...question } = asked(search, timeZone);
      const { data } = await request<Blob>(`statistics/export?${buildQuery({ ...question, tab: tab.name, format })}`, {
        streamFile: true,
      });
      downloadBlob(`${tab.name}.${format}`, data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showSnackbar({
        type: 'error',
        message: error.errors[0]?.message ?? error.message,
        errorId: error.requestId ?? undefined,
      });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button icon={<IconDownload size={16} aria-hidden />} loading={busy}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>All {total.toLocaleString('en')} rows of this question</Menu.Label>
        <Menu.Item onClick={() => void save('csv')}>CSV</Menu.Item>
        <Menu.Item onClick={() => void save('xlsx')}>Excel (XLSX)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

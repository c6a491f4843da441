import { Menu } from '@mantine/core';
import { buildQuery } from '@signpost/contract/brackets.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { Button } from '../ui/button.tsx';
import { downloadBlob } from '../ui/download.ts';
import { showSnackbar } from '../ui/snackbar.tsx';
import type { Search } from './question.ts';

/** Exactly what is asked, whole, as a file; the file names its filters. */
export function ExportMenu({
  to = 'statistics/export',
  name,
  question,
  total,
}: {
  to?: string;
  /** The file's. */
  name: string;
  /** As the server is asked. */
  question: Search;
  total: number;
}) {
  const [busy, setBusy] = useState(false);
  async function save(format: 'csv' | 'xlsx') {
    setBusy(true);
    try {
      const { limit: _limit, offset: _offset, ...whole } = question;
      const { data } = await request<Blob>(`${to}?${buildQuery({ ...whole, format })}`, { streamFile: true });
      downloadBlob(`${name}.${format}`, data);
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

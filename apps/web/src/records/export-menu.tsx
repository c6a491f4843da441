import { Menu } from '@mantine/core';
import { buildQuery } from '@signpost/contract/brackets.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { ListQuery } from '@signpost/contract/records/list-query.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { Button } from '../ui/button.tsx';
import { downloadBlob } from '../ui/download.ts';
import { showSnackbar } from '../ui/snackbar.tsx';

interface Props {
  entity: EntityDefinition;
  query: ListQuery;
  columns: readonly string[];
  total: number;
}

/** The whole filtered list as a file, with the columns on the screen. */
export function ExportMenu({ entity, query, columns, total }: Props) {
  const [busy, setBusy] = useState(false);
  async function save(format: 'csv' | 'xlsx') {
    setBusy(true);
    try {
      const { limit: _limit, offset: _offset, ...rest } = query;
      const own = columns.filter((name) => name in entity.fields);
      const { data } = await request<Blob>(`${entity.path}/export?${buildQuery({ ...rest, format, columns: own })}`, {
        streamFile: true,
      });
      downloadBlob(`${entity.path}.${format}`, data);
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
        <Menu.Label>All {total.toLocaleString('en')} rows of this list</Menu.Label>
        <Menu.Item onClick={() => void save('csv')}>CSV</Menu.Item>
        <Menu.Item onClick={() => void save('xlsx')}>Excel (XLSX)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

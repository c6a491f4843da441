import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { OnDemand } from '../on-demand.tsx';
import { formatNumber } from '../values/format.ts';

export type FileFormat = 'csv' | 'xlsx';

interface Props {
  /** The name of the exported rows: "this list". */
  of: string;
  total: number;
  /** It reports its own errors. */
  onSave: (format: FileFormat) => Promise<void>;
}

/** Exports all rows as a file in the chosen format. */
export function ExportMenu({ of, total, onSave }: Props) {
  const [busy, setBusy] = useState(false);
  const save = (format: FileFormat) => {
    setBusy(true);
    void onSave(format).finally(() => setBusy(false));
  };
  return (
    <OnDemand
      opens="menu"
      button={
        <Button icon={<IconDownload size={16} aria-hidden />} loading={busy}>
          Export
        </Button>
      }
    >
      {(button) => (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>
              All {formatNumber(total)} rows of {of}
            </Menu.Label>
            <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
            <Menu.Item onClick={() => save('xlsx')}>Excel (XLSX)</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </OnDemand>
  );
}

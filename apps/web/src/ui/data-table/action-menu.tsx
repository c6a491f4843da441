import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import type { RowAction } from './types.ts';

interface Props {
  /** The accessible name of the button. */
  label: string;
  actions: readonly RowAction[];
  position?: 'bottom-end' | 'top-end';
}

/** Actions behind a button with dots, where there is no room for one button each. */
export function ActionMenu({ label, actions, position = 'bottom-end' }: Props) {
  return (
    <Menu position={position}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ id, label: name, icon, href, onClick }) => {
          if (href === undefined)
            return (
              <Menu.Item key={id} leftSection={icon} onClick={onClick}>
                {name}
              </Menu.Item>
            );
          return (
            <Menu.Item key={id} leftSection={icon} component="a" href={href}>
              {name}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

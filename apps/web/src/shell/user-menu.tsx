import { Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconKeyboard, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react';
import type { Session } from '../api/session.ts';
import classes from './frame.module.css';

function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

/** Upper right corner: who I am, theme, shortcuts, sign out. */
export function UserMenu({ session, onShortcuts }: { session: Session; onShortcuts: () => void }) {
  const scheme = useComputedColorScheme('dark');
  const { setColorScheme } = useMantineColorScheme();
  const { name, email, grade } = session.user;
  const dark = scheme === 'dark';
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <UnstyledButton className={classes.avatar} aria-label={`${name}, account menu`}>
          {initials(name)}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <strong>{name}</strong>
          <span>{email}</span>
          <span>{grade}</span>
        </div>
        <Menu.Divider />
        <Menu.Item component="a" href="#/profile" leftSection={<IconUser size={16} />}>
          My profile
        </Menu.Item>
        <Menu.Item
          leftSection={dark ? <IconSun size={16} /> : <IconMoon size={16} />}
          onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        >
          {dark ? 'Light theme' : 'Dark theme'}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} rightSection={<kbd>?</kbd>} onClick={onShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component="a" href="#/logout" leftSection={<IconLogout size={16} />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Menu } from '@mantine/core';
import { IconHelp, IconKeyboard, IconLogout, IconProgressCheck, IconUser } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { Session } from '../api/session.ts';
import classes from './frame.module.css';
import { useThemeSwitch } from './use-theme-switch.ts';

export interface UserMenuProps {
  session: Session;
  onShortcuts: () => void;
  onGuide: () => void;
  /** The menu is open at once, because the click that loaded it was meant to open it. */
  defaultOpened: boolean;
  target: ReactElement;
}

/** The account menu: person, theme, shortcuts, sign-out. */
export default function UserMenu({ session, onShortcuts, onGuide, defaultOpened, target }: UserMenuProps) {
  const { theme, Icon, switchTheme } = useThemeSwitch();
  const { name, email, grade } = session.user;
  return (
    <Menu position="bottom-end" width={232} defaultOpened={defaultOpened}>
      <Menu.Target>{target}</Menu.Target>
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
        <Menu.Item component="a" href="#/background-jobs" leftSection={<IconProgressCheck size={16} />}>
          Background jobs
        </Menu.Item>
        <Menu.Item leftSection={<Icon size={16} />} onClick={switchTheme}>
          {theme}
        </Menu.Item>
        <Menu.Item leftSection={<IconHelp size={16} />} rightSection={<kbd>? h</kbd>} onClick={onGuide}>
          Guide
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

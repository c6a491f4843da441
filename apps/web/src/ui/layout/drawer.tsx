import { Drawer as MantineDrawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEscape } from '../use-escape.ts';
import classes from './drawer.module.css';

export interface DrawerProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Buttons that stay visible at the bottom. */
  footer?: ReactNode;
  /** Pixels; the whole screen on a phone. */
  width?: number | undefined;
  children: ReactNode;
}

/** A drawer beside the list. Focus moves in and returns on close. */
export function Drawer({ opened, onClose, title, footer, width = 560, children }: DrawerProps) {
  useEscape(opened, onClose);
  return (
    <MantineDrawer
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      title={title}
      position="right"
      size={`min(100vw, ${width}px)`}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '', title: classes.title ?? '' }}
    >
      <div className={classes.scroll}>{children}</div>
      {footer !== undefined && <div className={classes.footer}>{footer}</div>}
    </MantineDrawer>
  );
}

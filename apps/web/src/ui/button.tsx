import { ActionIcon, Button as MantineButton } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import classes from './button.module.css';
import { defined } from './defined.ts';

/** primary: the one main action · default · quiet: in rows and headers · danger: for actions that remove something. */
export type ButtonKind = 'primary' | 'default' | 'quiet' | 'danger';

const VARIANT = { primary: 'filled', default: 'default', quiet: 'subtle', danger: 'filled' } as const;

interface Common {
  kind?: ButtonKind | undefined;
  disabled?: boolean | undefined;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  /** Renders a link (`#/path`) with the same look, which can be opened in a new tab. */
  href?: string | undefined;
  target?: '_blank' | undefined;
  className?: string | undefined;
  /** Whether the part of the screen that the button opens is shown. */
  expanded?: boolean | undefined;
}

export interface ButtonProps extends Common {
  children: ReactNode;
  icon?: ReactNode;
  loading?: boolean | undefined;
  type?: 'button' | 'submit' | undefined;
  fullWidth?: boolean | undefined;
  /** Takes the focus when its dialog opens. */
  autoFocus?: boolean | undefined;
}

/** A button, or a link that looks like one when `href` is given. */
export function Button({
  kind = 'default',
  icon,
  href,
  type = 'button',
  target,
  children,
  className,
  autoFocus,
  expanded,
  ...rest
}: ButtonProps) {
  const common = {
    ...defined({ ...rest, 'data-autofocus': autoFocus, 'aria-expanded': expanded }),
    variant: VARIANT[kind],
    className: [classes.button, classes[kind], className].filter(Boolean).join(' '),
    ...defined({ leftSection: icon }),
  };
  if (href === undefined) {
    return (
      <MantineButton {...common} type={type}>
        {children}
      </MantineButton>
    );
  }
  return (
    <MantineButton {...common} component="a" href={href} target={target} rel={target ? 'noopener' : undefined}>
      {children}
    </MantineButton>
  );
}

export interface IconButtonProps extends Common {
  /** The action of the button in words: its accessible name and tooltip. */
  label: string;
  children: ReactNode;
  /** Whether a toggle is on. */
  pressed?: boolean | undefined;
  tabIndex?: number | undefined;
}

/** A button with only an icon. */
export function IconButton({
  label,
  kind = 'quiet',
  href,
  target,
  pressed,
  expanded,
  children,
  className,
  ...rest
}: IconButtonProps) {
  const common = {
    ...defined(rest),
    variant: VARIANT[kind],
    'aria-label': label,
    'data-tip': label,
    className: [classes.icon, classes[kind], className].filter(Boolean).join(' '),
    ...defined({ 'aria-pressed': pressed, 'aria-expanded': expanded }),
  };
  if (href === undefined)
    return (
      <ActionIcon {...common} type="button">
        {children}
      </ActionIcon>
    );
  return (
    <ActionIcon {...common} component="a" href={href} target={target} rel={target ? 'noopener' : undefined}>
      {children}
    </ActionIcon>
  );
}

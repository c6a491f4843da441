import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import classes from './snackbar.module.css';

/** Snackbars close by themselves after this long (spec section 9). */
export const SNACKBAR_MS = 10_000;

export interface SnackbarOptions {
  type?: 'normal' | 'success' | 'error';
  message: ReactNode;
  /** Stays until closed by hand. */
  persistent?: boolean;
  /** Survives navigation; otherwise it closes with the screen it belongs to. */
  keepOnNavigation?: boolean;
  /** Finds the error in the log. */
  errorId?: string | undefined;
  /** One thing to do, as Undo. */
  action?: { label: string; onClick: () => void };
}

const ICON = { normal: IconInfoCircle, success: IconCheck, error: IconAlertTriangle };
const closesOnNavigation = new Set<string>();

/** Shows a message at the foot of the screen and returns its id. */
export function showSnackbar({
  type = 'normal',
  message,
  persistent = false,
  keepOnNavigation = false,
  errorId,
  action,
}: SnackbarOptions): string {
  const Icon = ICON[type];
  const id = crypto.randomUUID();
  if (!keepOnNavigation) closesOnNavigation.add(id);
  return notifications.show({
    id,
    autoClose: persistent ? false : SNACKBAR_MS,
    onClose: () => closesOnNavigation.delete(id),
    withBorder: true,
    icon: <Icon size={18} aria-hidden />,
    role: type === 'error' ? 'alert' : 'status',
    className: classes.snackbar ?? '',
    'data-type': type,
    closeButtonProps: { 'aria-label': 'Close message' },
    message: (
      <div className={classes.body}>
        <div className={classes.text}>
          {message}
          {errorId !== undefined && <div className={classes.id}>Error id {errorId}</div>}
        </div>
        {action !== undefined && (
          <Button
            onClick={() => {
              notifications.hide(id);
              action.onClick();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
    ),
  });
}

/** Closes one message. */
export function closeSnackbar(id: string): void {
  notifications.hide(id);
}

/** To be called by the shell when the place changes. */
export function closeSnackbarsOnNavigation(): void {
  for (const id of closesOnNavigation) notifications.hide(id);
}

/** Where the messages appear; stands once, in the shell. */
export function SnackbarHost() {
  return <Notifications position="bottom-center" limit={4} containerWidth={480} zIndex={400} />;
}

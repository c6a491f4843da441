import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { Button } from '../button.tsx';
import classes from './snackbar.module.css';
import { SNACKBAR_MS, type SnackbarOptions } from './snackbar-options.ts';

const ICON = { normal: IconInfoCircle, success: IconCheck, error: IconAlertTriangle };

/** Shows a message and calls `onClosed` when it closes. */
export function show(id: string, options: SnackbarOptions, onClosed: () => void): void {
  const { type = 'normal', message, persistent = false, errorId, action } = options;
  const Icon = ICON[type];
  notifications.show({
    id,
    autoClose: persistent ? false : SNACKBAR_MS,
    onClose: onClosed,
    withBorder: true,
    icon: <Icon size={18} aria-hidden />,
    role: type === 'error' ? 'alert' : 'status',
    className: classes.snackbar ?? '',
    'data-type': type,
    closeButtonProps: { 'aria-label': 'Close message' },
    message: (
      <span className={classes.body}>
        <span className={classes.text}>
          {message}
          {errorId !== undefined && <span className={classes.id}>Error id {errorId}</span>}
        </span>
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
      </span>
    ),
  });
}

/** Removes a message. */
export function hide(id: string): void {
  notifications.hide(id);
}

/** Mantine's notifications at the bottom of the screen. */
export default function Host() {
  return (
    <Notifications
      position="bottom-center"
      limit={4}
      containerWidth={480}
      zIndex={400}
      className={classes.host ?? ''}
    />
  );
}

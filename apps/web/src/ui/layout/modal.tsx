import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useEscape } from '../use-escape.ts';

/** A dialog over the screen. Escape closes it before the layers below. */
export function Modal({ opened, onClose, ...props }: Omit<ModalProps, 'closeOnEscape'>) {
  useEscape(opened, onClose);
  return <MantineModal {...props} opened={opened} onClose={onClose} closeOnEscape={false} />;
}

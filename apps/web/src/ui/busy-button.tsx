import { useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

interface Props extends Omit<ButtonProps, 'onClick' | 'loading' | 'href' | 'target' | 'type'> {
  /** It reports its own errors. */
  onPress: () => Promise<void>;
}

/** A button that shows its work until that has ended. */
export function BusyButton({ onPress, ...button }: Props) {
  const [isBusy, setBusy] = useState(false);
  const press = () => {
    setBusy(true);
    void onPress().finally(() => setBusy(false));
  };
  return <Button {...button} loading={isBusy} onClick={press} />;
}

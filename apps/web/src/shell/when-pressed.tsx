import { type JSX, Suspense, useState } from 'react';

interface Props {
  /** The button; `press` is undefined once its panel can be opened by the panel's own code. */
  button: (press: (() => void) | undefined) => JSX.Element;
  /** The panel that the button opens. Its code is loaded lazily; until then, only the button is shown. */
  children: (button: JSX.Element) => JSX.Element;
}

/** Renders only a button of the header until it is pressed for the first time. */
export function WhenPressed({ button: render, children }: Props) {
  const [isPressed, setPressed] = useState(false);
  if (!isPressed) return render(() => setPressed(true));
  const button = render(undefined);
  return <Suspense fallback={button}>{children(button)}</Suspense>;
}

import type { FormEvent, ReactNode, Ref } from 'react';

interface Props {
  onSubmit: () => void;
  className?: string | undefined;
  ref?: Ref<HTMLFormElement> | undefined;
  children: ReactNode;
}

/** A form that is sent by our own code. A form around its dialog does not hear of it, and so is not sent as well. */
export function Form({ onSubmit, ...form }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  return <form {...form} onSubmit={submit} />;
}

/** A field for a target URL. A pasted link of ours is recognised, and what follows it is cut off. */
import { type OwnLink, ownLinkIn } from '@signpost/contract/traffic/clicks/own-link.ts';
import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextInput, type TextInputProps } from '../ui/fields/text-input.tsx';
import { useLinkHosts } from './link-hosts.ts';
import classes from './link-input.module.css';

export function LinkInput({ onChange, ...props }: TextInputProps) {
  const hosts = useLinkHosts();
  const isPasted = useRef(false);
  const [own, setOwn] = useState<(OwnLink & { whole: string }) | null>(null);
  const change = (next: string) => {
    const found = isPasted.current ? ownLinkIn(next, hosts) : null;
    isPasted.current = false;
    setOwn(found && { ...found, whole: next });
    onChange(found?.isCut ? found.link : next);
  };
  const shown = own !== null && [own.link, own.whole].includes(props.value) ? own : null;
  return (
    <div>
      <TextInput
        {...props}
        onChange={change}
        onPaste={() => {
          isPasted.current = true;
        }}
      />
      {shown !== null && (
        <p className={classes.own} role="status">
          This is our {shown.words}.
          {shown.isCut && props.value === shown.link && (
            <>
              {` “${shown.rest}” behind it was cut off.`}
              <Button kind="quiet" onClick={() => onChange(shown.whole)}>
                Keep the whole link
              </Button>
            </>
          )}
        </p>
      )}
    </div>
  );
}

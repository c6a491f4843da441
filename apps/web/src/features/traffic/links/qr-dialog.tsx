import { useSetState } from '@mantine/hooks';
import { TEXT } from '@signpost/contract/texts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { NumberField } from '../../../fields/number-field.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';

import { TextInput } from '../../../ui/fields/text-input.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
import { colorProblem, fileNameOf, isColor, makeQr, QR_SIZES, USUAL_LOOK } from './qr.ts';
import classes from './qr-dialog.module.css';

const FORMATS = [
  { value: 'png', label: 'PNG, for screens' },
  { value: 'svg', label: 'SVG, for print' },
];
const COLOR = 'Enter a colour such as #1864ab.';

interface Props {
  url: string;
  onClose: () => void;
  /** Called with a failure, which is also logged. */
  onError: (error: Error) => void;
}

/** Downloads the QR code of a link as PNG or SVG, in a size and in colours that scanners can read. */
export function QrDialog({ url, onClose, onError }: Props) {
  const [look, change] = useSetState(USUAL_LOOK);
  const errorsOf = (color: string) => {
    if (isColor(color)) return [];
    return [COLOR];
  };
  const problem = colorProblem(look);
  const isReadable = isColor(look.dark) && isColor(look.light) && problem === null;
  const code = useQuery({
    queryKey: ['qr', url, look],
    queryFn: () => makeQr(url, look),
    enabled: isReadable,
    placeholderData: (before) => before,
  });
  const { mutate: download, isPending: isBusy } = useMutation({
    mutationFn: async () => {
      const link = document.createElement('a');
      link.href = await makeQr(url, look);
      link.download = fileNameOf(look.format);
      link.click();
    },
    onSuccess: onClose,
    onError: (error) => {
      console.error('The QR code could not be created.', error);
      onError(error);
    },
  });
  return (
    <FormDialog
      opened
      title="QR code"
      submitLabel={isBusy ? TEXT.generating : 'Download'}
      canSubmit={isReadable && !isBusy}
      onSubmit={() => download()}
      onCancel={onClose}
    >
      <div className={classes.parts}>
        <div className={classes.fields}>
          <Choice
            label="Format"
            value={look.format}
            onChange={(format) => change({ format: format === 'svg' ? 'svg' : 'png' })}
            options={FORMATS}
          />
          <NumberField
            label="Width"
            unit="px"
            value={look.size}
            onChange={(size) => change({ size: size ?? USUAL_LOOK.size })}
            {...QR_SIZES}
          />
          <TextInput
            label="Colour of the code"
            value={look.dark}
            onChange={(dark) => change({ dark: dark.toLowerCase() })}
            maxLength={7}
            errors={errorsOf(look.dark)}
            mono
          />
          <TextInput
            label="Colour of the background"
            value={look.light}
            onChange={(light) => change({ light: light.toLowerCase() })}
            maxLength={7}
            errors={errorsOf(look.light)}
            mono
          />
        </div>
        {code.data !== undefined && <img className={classes.code} src={code.data} alt={`QR code of ${url}`} />}
      </div>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </FormDialog>
  );
}

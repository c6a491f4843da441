import {
  ENCODING_NAMES,
  ENCODINGS,
  type EncodingName,
  encodingNamed,
  encodingNotice,
  type ReadAs,
} from '@signpost/contract/reading/encodings.ts';
import { Choice } from './choice.tsx';

const OPTIONS = ENCODING_NAMES.map((value) => ({ value, label: ENCODINGS[value] }));

interface EncodingChoiceProps {
  /** How the file was read; null if a person must choose the encoding first. */
  readAs: ReadAs | null;
  /** The encoding that was chosen and in which the file was not read yet. */
  value: EncodingName | null;
  onChange: (name: EncodingName) => void;
  errors?: readonly string[] | undefined;
  disabled?: boolean | undefined;
}

/** Says in which encoding a file was read that is not in Unicode, and offers the others. */
export function EncodingChoice({ readAs, value, onChange, errors, disabled }: EncodingChoiceProps) {
  const notice = readAs === null ? '' : `${encodingNotice(readAs)} Choose another one if letters look wrong.`;
  return (
    <Choice
      label="Encoding"
      required
      value={value ?? readAs?.name ?? null}
      options={OPTIONS}
      onChange={(name) => {
        const chosen = encodingNamed(name);
        if (chosen !== undefined) onChange(chosen);
      }}
      help={notice}
      errors={errors}
      disabled={disabled}
    />
  );
}
